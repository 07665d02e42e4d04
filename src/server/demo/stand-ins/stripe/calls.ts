import type { Books } from './books.ts';
import { makeRefund } from './acts.ts';
import { formText, texts, type Form } from './form.ts';
import { newObjectId, type Charge, type Payment, type Session } from './objects.ts';

/** An answer of the interface. */
export interface Answer {
  status: number;
  body: object;
}

export const failure = (status: number, type: string, message: string, more: object = {}): Answer => ({
  status,
  body: { error: { type, message, ...more } },
});

const missing = (what: string, id: string) =>
  failure(404, 'invalid_request_error', `No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' });
const invalid = (message: string, param: string) => failure(400, 'invalid_request_error', message, { param });
const ok = (body: object): Answer => ({ status: 200, body });

/** The calls of the interface, by method and path; `:id` is the last part that the pattern names. */
const calls: [method: string, path: RegExp, run: (books: Books, id: string, form: Form, base: string) => Answer][] = [
  ['POST', /^\/v1\/checkout\/sessions$/, (books, _, form, base) => createSession(books, form, base)],
  ['GET', /^\/v1\/checkout\/sessions$/, (books, _, form) => listSessions(books, form)],
  ['GET', /^\/v1\/checkout\/sessions\/([^/]+)$/, (books, id, form) => readSession(books, id, form)],
  ['POST', /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/, (books, id) => expireSession(books, id)],
  ['GET', /^\/v1\/payment_intents$/, (books, _, form) => page([...books.payments.values()].toReversed(), form)],
  ['GET', /^\/v1\/payment_intents\/([^/]+)$/, (books, id, form) => readPayment(books, id, form)],
  ['GET', /^\/v1\/charges$/, (books, _, form) => page([...books.charges.values()].toReversed(), form)],
  ['POST', /^\/v1\/refunds$/, (books, _, form) => createRefund(books, form)],
  ['GET', /^\/v1\/refunds$/, (books, _, form) => page([...books.refunds.values()].toReversed(), form)],
  ['GET', /^\/v1\/disputes$/, (books, _, form) => page([...books.disputes.values()].toReversed(), form)],
  [
    'GET',
    /^\/v1\/radar\/early_fraud_warnings$/,
    (books, _, form) => page([...books.warnings.values()].toReversed(), form),
  ],
  [
    'GET',
    /^\/v1\/radar\/early_fraud_warnings\/([^/]+)$/,
    (books, id) => {
      const warning = books.warnings.get(id);
      return warning ? ok(warning) : missing('early fraud warning', id);
    },
  ],
  ['GET', /^\/v1\/events$/, (books, _, form) => listEvents(books, form)],
];

export function answerCall(books: Books, method: string, path: string, form: Form, base: string): Answer {
  for (const [verb, pattern, run] of calls) {
    const match = verb === method ? pattern.exec(path) : null;
    if (match) return run(books, match[1] ?? '', form, base);
  }
  return failure(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
}

/** The newest first, as every list of Stripe. */
function page(all: readonly { id: string; created: number; payment_intent?: string | null }[], form: Form): Answer {
  const limit = Number(formText(form, 'limit') ?? 10);
  if (!(limit >= 1 && limit <= 100)) return invalid('Invalid limit', 'limit');
  const since = Number(formText(form, 'created', 'gte') ?? 0);
  const about = formText(form, 'payment_intent');
  const until = Number(formText(form, 'created', 'lt') ?? Infinity);
  const found = all.filter(
    ({ created, payment_intent: payment }) =>
      created >= since && created < until && (about === undefined || payment === about),
  );
  const after = formText(form, 'starting_after');
  const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
  const data = found.slice(start, start + limit);
  return ok({ object: 'list', data, has_more: start + limit < found.length, url: '/v1' });
}

function listEvents(books: Books, form: Form): Answer {
  const types = Object.values(texts(form, 'types'));
  if (types.length > 20) return invalid('Too many types', 'types');
  return page(
    books.events.filter(({ type }) => types.length === 0 || types.includes(type)),
    form,
  );
}

const listSessions = (books: Books, form: Form) => page([...books.sessions.values()].toReversed(), form);

/** Those of docs.stripe.com/api/checkout/sessions/create; Arabic is not among them. */
const locales = new Set(
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'.split(
    ' ',
  ),
);

function createSession(books: Books, form: Form, base: string): Answer {
  if (formText(form, 'mode') !== 'payment') return invalid('Missing required param: mode.', 'mode');
  if (formText(form, 'ui_mode') !== 'hosted_page') return invalid('Invalid ui_mode', 'ui_mode');
  const price = ['line_items', '0', 'price_data'];
  const amount = formText(form, ...price, 'unit_amount') ?? '';
  const currency = formText(form, ...price, 'currency') ?? '';
  if (!/^\d{1,8}$/.test(amount)) return invalid('Invalid integer', 'line_items[0][price_data][unit_amount]');
  if (!/^[a-z]{3}$/.test(currency)) return invalid('Invalid currency', 'line_items[0][price_data][currency]');
  if (!formText(form, ...price, 'product_data', 'name')) return invalid('Missing required param', 'product_data');
  const expires = Number(formText(form, 'expires_at') ?? books.now() + 86_400);
  if (expires < books.now() + 1800 || expires > books.now() + 86_400)
    return invalid(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from now.',
      'expires_at',
    );
  const locale = formText(form, 'locale');
  if (locale !== undefined && !locales.has(locale)) return invalid('Invalid locale', 'locale');
  const address = formText(form, 'success_url') ?? '';
  if (!URL.canParse(address)) return invalid('Not a valid URL', 'success_url');
  const id = newObjectId(books.live ? 'cs_live' : 'cs_test');
  const session: Session = {
    id,
    object: 'checkout.session',
    amount_total: Number(amount) * Number(formText(form, 'line_items', '0', 'quantity') ?? 1),
    cancel_url: formText(form, 'cancel_url') ?? null,
    client_reference_id: formText(form, 'client_reference_id') ?? null,
    created: books.now(),
    currency,
    customer_email: formText(form, 'customer_email') ?? null,
    expires_at: expires,
    livemode: books.live,
    locale: (locale as Session['locale']) ?? null,
    metadata: texts(form, 'metadata'),
    mode: 'payment',
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    success_url: address,
    ui_mode: 'hosted_page',
    url: `${base}/pay/${id}`,
  };
  books.sessions.set(id, session);
  return ok(session);
}

const listed = (form: Form) => Object.values(texts(form, 'expand'));

function readSession(books: Books, id: string, form: Form): Answer {
  const session = books.sessions.get(id);
  if (!session) return missing('checkout.session', id);
  const expand = listed(form);
  const payment = session.payment_intent === null ? undefined : books.payments.get(session.payment_intent);
  const isExpanded = expand.some((path) => path.startsWith('payment_intent'));
  return ok({
    ...session,
    payment_intent: payment && isExpanded ? expanded(books, payment, expand) : session.payment_intent,
  });
}

function readPayment(books: Books, id: string, form: Form): Answer {
  const payment = books.payments.get(id);
  return payment ? ok(expanded(books, payment, listed(form))) : missing('payment_intent', id);
}

function expanded(books: Books, payment: Payment, expand: readonly string[]): object {
  const isWanted = (name: string) => expand.some((path) => path.includes(name));
  const charge = payment.latest_charge === null ? null : books.charges.get(payment.latest_charge);
  if (!charge || !isWanted('latest_charge')) return payment;
  return { ...payment, latest_charge: isWanted('.refunds') ? withRefunds(books, charge) : charge };
}

/** A charge lists its ten latest refunds. */
function withRefunds(books: Books, charge: Charge) {
  const all = [...books.refunds.values()].filter((each) => each.charge === charge.id).toReversed();
  const url = `/v1/charges/${charge.id}/refunds`;
  return { ...charge, refunds: { object: 'list', data: all.slice(0, 10), has_more: all.length > 10, url } };
}

function expireSession(books: Books, id: string): Answer {
  const session = books.sessions.get(id);
  if (!session) return missing('checkout.session', id);
  if (session.status !== 'open')
    return invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This one has status ${session.status}.`,
      'session',
    );
  Object.assign(session, { status: 'expired', url: null });
  books.emit('checkout.session.expired', session);
  return ok(session);
}

function createRefund(books: Books, form: Form): Answer {
  const payment = books.payments.get(formText(form, 'payment_intent') ?? '');
  if (!payment) return missing('payment_intent', formText(form, 'payment_intent') ?? '');
  if (payment.status !== 'succeeded')
    return invalid('This PaymentIntent does not have a successful charge to refund.', 'payment_intent');
  const charge = books.chargeOf(payment);
  const left = charge.amount_captured - charge.amount_refunded;
  const amount = Number(formText(form, 'amount') ?? left);
  if (left === 0)
    return failure(400, 'invalid_request_error', 'Charge has already been refunded.', {
      code: 'charge_already_refunded',
    });
  if (charge.disputed)
    return failure(400, 'invalid_request_error', 'This charge has been charged back.', { code: 'charge_disputed' });
  if (!(amount > 0 && amount <= left))
    return invalid('Refund amount is greater than unrefunded amount on charge', 'amount');
  const refund = makeRefund(books, payment, amount, texts(form, 'metadata'));
  books.emit('refund.created', refund);
  return ok(refund);
}
