import type { Answer } from '../answer.ts';
import { startStandIn, type Call, type CommonLie } from '../http-stand-in.ts';
import { Lies } from '../lies.ts';
import { apiVersion, standInKey, standInSecret } from '../stripe/server.ts';
import type { Strike } from '../strike.ts';
import { acts, type Act } from './acts.ts';
import { Books, type OutboundPayment, type Recipient } from './books.ts';
import { answerCall, failure } from './calls.ts';
import { Delivery, deliveryLies, type DeliveryLie } from './deliver.ts';

export const standInFinancialAccount = 'fa_test_65standin0001';

/**
 * Of the interface: another request with our key is running, too many calls, no money, a method or a recipient that cannot be
 * paid, a method that its first answer calls ineligible, a country that is published no more; made although it is refused, posted before it is answered, made twice, not listed
 * yet.
 */
const callLies = [
  'in_progress',
  'too_many',
  'no_funds',
  'method_refused',
  'method_ineligible',
  'recipient_pending',
  'recipient_restricted',
  'country_gone',
  'made_but_refused',
  'posted_before_answer',
  'twice',
  'not_listed',
] as const;
type CallLie = (typeof callLies)[number];
export type LieName = CommonLie | CallLie | DeliveryLie;

export interface StripePayoutsStandIn {
  url: string;
  books: Books;
  delivery: Delivery;
  /** Every call but those of tests. */
  calls: Call[];
  lie(name: LieName, times?: number): void;
  honest(): void;
  act(payment: string, act: Act): void;
  onStrike(strike: Strike): void;
  close(): Promise<void>;
}

/**
 * A stand-in for Stripe's payouts to bank accounts on this machine, for development and tests: it checks requests as strictly as
 * Stripe documents, keeps its own books, signs its events, and lies when it is asked to.
 */
export async function startStripePayouts({
  port = 0,
  now = () => Math.floor(Date.now() / 1000),
} = {}): Promise<StripePayoutsStandIn> {
  const lies = new Lies<DeliveryLie>();
  const books = new Books(standInFinancialAccount, now);
  const delivery = new Delivery(standInSecret, lies, now);
  /** What succeeded by a key; it is answered again, and what failed is tried again. */
  const succeeded = new Map<string, { request: string; answer: Answer }>();
  books.announce = (event) => delivery.send(event);
  const server = await startStandIn<CallLie>({
    handle,
    lies: callLies,
    seen: () => [...books.payments.values()],
    index: {
      name: 'Stripe, outgoing payments',
      lists: () => [{ title: 'Payouts', shown: [...books.payments.values()].toReversed().map(shownOf) }],
      act: (id, name) => acts[name as Act](books, books.paymentOf(id)),
    },
    port,
  });
  const isOfDelivery = (name: LieName): name is DeliveryLie => deliveryLies.some((each) => each === name);
  return {
    url: server.url,
    books,
    delivery,
    calls: server.calls,
    lie: (name, times = 1) => (isOfDelivery(name) ? lies.tell(name, times) : server.lie(name, times)),
    honest() {
      lies.clear();
      server.beHonest();
      for (const recipient of books.recipients.values()) localOf(recipient).status = 'active';
    },
    act: (payment, name) => acts[name](books, books.paymentOf(payment)),
    onStrike: server.onStrike,
    close() {
      delivery.close();
      return server.close();
    },
  };

  function handle(call: Call, lie: CallLie | undefined): Answer {
    if (call.url.pathname.startsWith('/__')) return control(call.url.pathname, call.body);
    return faultOf(call) ?? lieOf(lie) ?? answerTo(call, lie);
  }

  function answerTo(call: Call, lie: CallLie | undefined): Answer {
    const key = call.headers['idempotency-key'];
    if (call.method !== 'POST' || typeof key !== 'string') return answerCall(books, call);
    const request = `${call.url.pathname} ${String(call.headers['stripe-context'])} ${call.body}`;
    const known = succeeded.get(key);
    if (known && known.request !== request)
      return failure(400, 'idempotency_error', 'The key was used with other parameters.', 'idempotency_error');
    const answer = known?.answer ?? answerCall(books, call);
    if (answer.status === 200) succeeded.set(key, { request, answer });
    if (lie === 'twice') answerCall(books, call);
    const { id } = answer.body as { id?: string };
    if (lie === 'posted_before_answer' && id?.startsWith('obp_')) acts.post(books, books.paymentOf(id));
    if (lie === 'made_but_refused') return failure(400, 'invalid_fields', 'Invalid: description');
    if (lie === 'method_ineligible') return ineligible(answer);
    const recipient = books.recipients.get(id ?? '');
    if (!recipient || (lie !== 'recipient_pending' && lie !== 'recipient_restricted')) return answer;
    const [status, code] =
      lie === 'recipient_pending'
        ? (['pending', 'determining_status'] as const)
        : (['restricted', 'requirements_past_due'] as const);
    Object.assign(localOf(recipient), { status, status_details: [{ code, resolution: 'provide_info' }] });
    return { ...answer, body: structuredClone(recipient) };
  }

  function control(path: string, body: string): Answer {
    const input = JSON.parse(body === '' ? '{}' : body) as Record<string, unknown>;
    const name = deliveryLies.find((each) => each === input['name']);
    if (path === '/__deliver' && name) lies.tell(name, Number(input['times'] ?? 1));
    else if (path === '/__hook') delivery.hook = String(input['url']);
    else if (path === '/__act') acts[String(input['act']) as Act](books, books.paymentOf(String(input['payment'])));
    else return { status: 404, body: {} };
    return { status: 200, body: {} };
  }
}

/** As it was when the method was made. */
function ineligible(answer: Answer): Answer {
  const body = structuredClone(answer.body) as { payout_method?: { usage_status: { payments: string } } };
  if (body.payout_method) body.payout_method.usage_status.payments = 'ineligible';
  return { ...answer, body };
}

const localOf = ({ configuration }: Recipient) => configuration.recipient.capabilities.bank_accounts.local;

/** Answers without any work. */
function lieOf(lie: CallLie | undefined): Answer | null {
  if (lie === 'in_progress') return failure(409, 'idempotency_key_in_use', 'Another request with this key is running.');
  if (lie === 'too_many') return failure(429, 'rate_limit', 'Too many requests.', 'rate_limit');
  if (lie === 'no_funds') return failure(400, 'insufficient_funds', 'Insufficient funds.', 'insufficient_funds');
  if (lie === 'method_refused')
    return failure(400, 'invalid_payout_method', 'The bank account is closed.', 'invalid_payout_method');
  if (lie === 'country_gone') return { status: 200, body: { countries: {} } };
  return lie === 'not_listed' ? { status: 200, body: { data: [], next_page_url: null } } : null;
}

/** Refuses what Stripe refuses before it looks at the call. */
function faultOf({ method, headers, body }: Call): Answer | null {
  if (headers.authorization !== `Bearer ${standInKey}`)
    return failure(401, 'invalid_api_key', 'Invalid API Key provided.');
  if (headers['stripe-version'] !== apiVersion)
    return failure(400, 'invalid_api_version', `Invalid Stripe API version: ${String(headers['stripe-version'])}`);
  if (method !== 'POST') return null;
  if (!headers['content-type']?.startsWith('application/json') || !body.startsWith('{'))
    return failure(400, 'invalid_fields', 'Version 2 takes application/json.');
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key.length <= 255
    ? null
    : failure(400, 'invalid_fields', 'Invalid Idempotency-Key.');
}

const shownOf = ({ id, amount, status, description }: OutboundPayment) => ({
  id,
  text: `${amount.value} minor units of ${amount.currency}, ${description ?? id}, ${status}`,
  acts: Object.keys(acts),
});
