import { z } from 'zod';
import type { Answer } from '../answer.ts';
import type { Call } from '../http-stand-in.ts';
import { newObjectId } from '../stripe/objects.ts';
import type { Books, OutboundPayment, PayoutMethod, Recipient } from './books.ts';
import { countries, currenciesOf } from './published.ts';

/** An error of version 2. */
export const failure = (status: number, code: string, message: string, type?: string): Answer => ({
  status,
  headers: { 'request-id': 'req_standin' },
  body: { error: { code, message, ...(type && { type }) } },
});
const missing = () => failure(404, 'not_found', 'Object not found.');
const invalid = (path: PropertyKey[]) => failure(400, 'invalid_fields', `Invalid: ${path.join('.')}`);
const ok = (body: object): Answer => ({ status: 200, body: structuredClone(body) });

const currency = z.string().regex(/^[a-z]{3}$/);

const newRecipient = z.strictObject({
  contact_email: z.email(),
  display_name: z.string().min(1),
  identity: z.strictObject({
    country: z.string().regex(/^[a-z]{2}$/),
    entity_type: z.literal('individual'),
    individual: z.strictObject({
      given_name: z.string().min(1),
      surname: z.string().min(1),
      address: z
        .strictObject({ country: z.string().length(2), line1: z.string().optional(), city: z.string().optional() })
        .optional(),
    }),
  }),
  configuration: z.strictObject({
    recipient: z.strictObject({
      capabilities: z.strictObject({
        bank_accounts: z.strictObject({ local: z.strictObject({ requested: z.literal(true) }) }),
      }),
    }),
  }),
  include: z.array(z.enum(['configuration.recipient', 'identity', 'requirements'])).optional(),
});

const newSetupIntent = z.strictObject({
  payout_method_data: z.strictObject({
    type: z.literal('bank_account'),
    bank_account: z.strictObject({
      account_number: z.string().min(1),
      bank_account_type: z.enum(['checking', 'savings', 'futsu', 'toza']).optional(),
      branch_number: z.string().min(1).optional(),
      country: z.string().regex(/^[A-Z]{2}$/),
      currency,
      routing_number: z.string().min(1).optional(),
      swift_code: z.string().min(8).optional(),
    }),
  }),
  usage_intent: z.literal('payment'),
});

const newPayment = z.strictObject({
  amount: z.strictObject({ value: z.int().min(1), currency }),
  from: z.strictObject({ financial_account: z.string(), currency }),
  to: z.strictObject({ recipient: z.string(), payout_method: z.string(), currency }),
  description: z.string().max(500),
  metadata: z.record(z.string().max(40), z.string().max(500)),
  statement_descriptor: z.string().regex(/^[^<>\\'"*]{3,22}$/),
  recipient_notification: z.strictObject({ setting: z.enum(['none', 'configured']) }),
});

const accounts = '/v2/core/accounts';
const management = '/v2/money_management';

export function answerCall(books: Books, call: Call): Answer {
  const { method, url } = call;
  const [, id = ''] = /\/((?:acct|fa|obp|usba)_\w+)$/.exec(url.pathname) ?? [];
  const path = id === '' ? url.pathname : url.pathname.slice(0, -id.length - 1);
  const body: unknown = call.body === '' ? undefined : JSON.parse(call.body);
  const context = call.headers['stripe-context'];
  switch (`${method} ${path}${id === '' ? '' : '/:id'}`) {
    case `POST ${accounts}`:
      return createRecipient(books, body);
    case `GET ${accounts}`:
      return page([...books.recipients.values()], url);
    case `GET ${accounts}/:id`:
      return readRecipient(books, id, url);
    case `GET ${management}/financial_accounts/:id`:
      return id === books.account ? ok(financialAccount(books)) : missing();
    case `GET ${management}/payout_methods_bank_account_spec`:
      return readPublished(url);
    case `POST ${management}/outbound_setup_intents`:
      return createMethod(books, body, typeof context === 'string' ? context : '');
    case `GET ${management}/payout_methods/:id`:
      return readMethod(books, id, typeof context === 'string' ? context : '');
    case `POST ${management}/outbound_payments`:
      return createPayment(books, body);
    case `GET ${management}/outbound_payments`:
      return listPayments(books, url);
    case `GET ${management}/outbound_payments/:id`:
      return books.payments.has(id) ? ok(books.paymentOf(id)) : missing();
    case `GET ${management}/transactions`:
      return listTransactions(books, url);
    default:
      return failure(404, 'not_found', `Unrecognized request URL (${method}: ${url.pathname}).`);
  }
}

const financialAccount = (books: Books) => ({
  id: books.account,
  object: 'v2.money_management.financial_account',
  balance: { available: {}, inbound_pending: {}, outbound_pending: {} },
  country: 'US',
  created: books.time,
  livemode: false,
  status: 'open',
  storage: { holds_currencies: ['usd', 'eur', 'gbp'] },
  type: 'storage',
});

/** The newest first, in pages that name the next one, with all that was asked for. */
function page(all: readonly object[], url: URL): Answer {
  const limit = Number(url.searchParams.get('limit') ?? 10);
  if (!(limit >= 1 && limit <= 100)) return invalid(['limit']);
  const start = Number(url.searchParams.get('page') ?? 0);
  const further = new URLSearchParams(url.searchParams);
  further.set('page', String(start + limit));
  const next = start + limit < all.length ? `${url.pathname}?${further.toString()}` : null;
  const data = all.toReversed().slice(start, start + limit);
  return ok({ data, next_page_url: next, previous_page_url: null });
}

function createRecipient(books: Books, body: unknown): Answer {
  const asked = newRecipient.safeParse(body);
  if (!asked.success) return invalid(asked.error.issues[0]?.path ?? []);
  const { include, configuration: _, ...given } = asked.data;
  const { address, ...name } = given.identity.individual;
  const made: Recipient = {
    ...given,
    id: newObjectId('acct'),
    object: 'v2.core.account',
    applied_configurations: ['recipient'],
    created: books.time,
    livemode: false,
    identity: { ...given.identity, individual: { ...name, ...(address && { address: withLines(address) }) } },
    configuration: {
      recipient: {
        applied: true,
        capabilities: { bank_accounts: { local: { status: 'active', status_details: [] } } },
      },
    },
  };
  books.recipients.set(made.id, made);
  return ok(included(made, include ?? []));
}

const withLines = ({
  country,
  line1,
  city,
}: {
  country: string;
  line1?: string | undefined;
  city?: string | undefined;
}) => ({
  country,
  ...(line1 !== undefined && { line1 }),
  ...(city !== undefined && { city }),
});

/** Parts that were not asked for are null. */
const included = (of: Recipient, include: readonly string[]): object => ({
  ...of,
  configuration: include.includes('configuration.recipient') ? of.configuration : null,
  identity: include.includes('identity') ? of.identity : null,
});

function readRecipient(books: Books, id: string, url: URL): Answer {
  const found = books.recipients.get(id);
  return found ? ok(included(found, valuesOf(url, 'include'))) : missing();
}

/** Such as `include[0]=identity`. */
const valuesOf = ({ searchParams }: URL, name: string): string[] =>
  [...searchParams].flatMap(([key, value]) => (key.startsWith(`${name}[`) ? [value] : []));

function readPublished(url: URL): Answer {
  const asked = valuesOf(url, 'countries');
  const chosen = Object.entries(countries).filter(([name]) => asked.length === 0 || asked.includes(name));
  return ok({
    object: 'v2.money_management.payout_methods_bank_account_spec',
    countries: Object.fromEntries(chosen),
    livemode: false,
  });
}

function createMethod(books: Books, body: unknown, recipient: string): Answer {
  const asked = newSetupIntent.safeParse(body);
  if (!asked.success) return invalid(asked.error.issues[0]?.path ?? []);
  if (!books.recipients.has(recipient)) return failure(403, 'forbidden', 'The context is not an account of yours.');
  const { bank_account: account } = asked.data.payout_method_data;
  const { fields } = countries[account.country] ?? { fields: [] };
  const wrong = fields.find(({ stripe_name: name, validation_regex: form }) => {
    const value = (account as Record<string, string | undefined>)[name] ?? '';
    return !new RegExp(form.replace('\\A', '^').replace('\\z', '$'), 'u').test(value);
  });
  if (fields.length === 0 || wrong)
    return failure(400, 'invalid_payout_method', 'Invalid bank account', 'invalid_payout_method');
  const method: PayoutMethod = {
    id: newObjectId('usba'),
    object: 'v2.money_management.payout_method',
    archived: false,
    bank_account: {
      bank_account_type: account.bank_account_type ?? 'checking',
      bank_name: 'STRIPE TEST BANK',
      country: account.country,
      last4: account.account_number.slice(-4),
      supported_currencies: currenciesOf[account.country] ?? [],
      ...(account.routing_number && { routing_number: account.routing_number }),
      ...(account.branch_number && { branch_number: account.branch_number }),
    },
    created: books.time,
    livemode: false,
    restricted: false,
    type: 'bank_account',
    usage_status: { payments: 'eligible', transfers: 'ineligible' },
  };
  books.methods.set(method.id, { ...method, of: recipient });
  return ok({
    id: newObjectId('osi'),
    object: 'v2.money_management.outbound_setup_intent',
    created: books.time,
    livemode: false,
    payout_method: method,
    status: 'succeeded',
    usage_intent: 'payment',
  });
}

function readMethod(books: Books, id: string, recipient: string): Answer {
  const { of, ...found } = books.methods.get(id) ?? { of: null };
  return of !== null && of === recipient ? ok(found) : missing();
}

function createPayment(books: Books, body: unknown): Answer {
  const asked = newPayment.safeParse(body);
  if (!asked.success) return invalid(asked.error.issues[0]?.path ?? []);
  const { from, to, ...given } = asked.data;
  if (from.financial_account !== books.account) return missing();
  const method = books.methods.get(to.payout_method);
  if (!method || method.of !== to.recipient)
    return failure(400, 'invalid_payout_method', 'The payout method is not one of the recipient.');
  const { local } = books.recipients.get(to.recipient)?.configuration.recipient.capabilities.bank_accounts ?? {};
  if (local?.status !== 'active')
    return failure(400, 'capability_not_enabled', 'The recipient cannot be paid.', 'capability_not_enabled');
  if (!method.bank_account.supported_currencies.includes(to.currency)) return invalid(['to', 'currency']);
  const payment: OutboundPayment = {
    ...given,
    id: newObjectId('obp_test'),
    object: 'v2.money_management.outbound_payment',
    cancelable: true,
    created: books.time,
    expected_arrival_date: new Date((books.now() + 3 * 86_400) * 1000).toISOString(),
    from: { financial_account: from.financial_account, debited: { ...given.amount } },
    livemode: false,
    status: 'processing',
    status_transitions: {},
    to: { recipient: to.recipient, payout_method: to.payout_method, credited: { ...given.amount } },
    tracking_details: { status: 'pending', type: 'bank_account' },
  };
  books.payments.set(payment.id, payment);
  books.tell(payment, 'created');
  return ok(payment);
}

/** A time as version 2 reads it. */
const time = z.iso.datetime({ offset: true });
const paymentFilters = new Set(['created[gte]', 'created[lt]', 'limit', 'page', 'recipient']);

function listPayments(books: Books, url: URL): Answer {
  const unknown = [...url.searchParams.keys()].find((name) => !paymentFilters.has(name));
  if (unknown !== undefined) return invalid([unknown]);
  const [since, until] = ['created[gte]', 'created[lt]'].map((name) => url.searchParams.get(name));
  for (const each of [since, until]) if (each != null && !time.safeParse(each).success) return invalid(['created']);
  const recipient = url.searchParams.get('recipient');
  const found = [...books.payments.values()].filter(({ created, to }) => {
    const at = Date.parse(created);
    const isWithin = (since == null || at >= Date.parse(since)) && (until == null || at < Date.parse(until));
    return isWithin && (recipient === null || to.recipient === recipient);
  });
  return page(found, url);
}

function listTransactions(books: Books, url: URL): Answer {
  const flow = url.searchParams.get('flow');
  if (url.searchParams.get('financial_account') !== books.account) return page([], url);
  return page(
    books.transactions.filter((each) => flow === null || each.flow.outbound_payment === flow),
    url,
  );
}
