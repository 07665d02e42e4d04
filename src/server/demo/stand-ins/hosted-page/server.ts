import type { Answer } from '../answer.ts';
import { startStandIn, type Call, type CommonLie } from '../http-stand-in.ts';
import { Lies } from '../lies.ts';
import type { Strike } from '../strike.ts';
import { acts, type Act } from './acts.ts';
import { Books } from './books.ts';
import { answerCall, failure } from './calls.ts';
import { Delivery, deliveryLies, type DeliveryLie } from './deliver.ts';
import type { Kept, Payment } from './objects.ts';
import { payPage } from './pay-page.ts';
import { keysAlone } from '../../act-page.ts';
import { faultOfSignature } from './signature.ts';

export const standInToken = 'standinhostedpagetoken';
export const standInSecret = 'stand-in-hosted-page-secret';

/**
 * Of the interface: under way, or too many calls; paid before it is answered; another amount, or another one's payment; a
 * decimal text as an amount; a refund that a look-up does not show yet.
 */
const callLies = [
  'in_progress',
  'too_many',
  'paid_before_answer',
  'other_amount',
  'other_payment',
  'decimal',
  'behind',
] as const;
type CallLie = (typeof callLies)[number];
export type LieName = CommonLie | CallLie | DeliveryLie;

export interface HostedPageStandIn {
  url: string;
  books: Books;
  delivery: Delivery;
  /** The secrets by which a caller may sign. */
  secrets: string[];
  /** What it does not check of a signature, as a service should. */
  ignores: Set<'secret' | 'age'>;
  lie(name: LieName, times?: number): void;
  honest(): void;
  act(payment: string, act: Act): void;
  onStrike(strike: Strike): void;
  calls: Call[];
  close(): Promise<void>;
}

/**
 * A service on this machine that keeps to docs/connections/hosted-page.md, for development and tests: it checks token,
 * signature and form, keeps its own books, signs its callbacks, and lies when it is asked to.
 */
export async function startHostedPage({
  port = 0,
  now = () => Math.floor(Date.now() / 1000),
  text = keysAlone,
  /** The times that a caller may have. */
  clocks = () => [now()],
} = {}): Promise<HostedPageStandIn> {
  const lies = new Lies<DeliveryLie>();
  const books = new Books(now);
  const delivery = new Delivery(standInSecret, lies, now);
  const secrets = [standInSecret];
  const ignores = new Set<'secret' | 'age'>();
  /** The first answer to an order, which each repetition gets too. */
  const answered = new Map<string, Answer>();
  books.announce = (event) => delivery.send(event);
  const server = await startStandIn<CallLie>({
    handle,
    lies: callLies,
    seen: () => [...books.payments.values()].map(({ payment }) => payment),
    index: {
      name: 'a hosted page',
      lists: () => [{ title: 'Payments', shown: [...books.payments.values()].toReversed().map(shownOf) }],
      act: (id, name) => acts[name as Act](books, books.paymentOf(id)),
    },
    port,
  });
  const isOfDelivery = (name: LieName): name is DeliveryLie => deliveryLies.some((each) => each === name);
  return {
    url: server.url,
    calls: server.calls,
    books,
    delivery,
    secrets,
    ignores,
    lie: (name, times = 1) => (isOfDelivery(name) ? lies.tell(name, times) : server.lie(name, times)),
    honest() {
      lies.clear();
      server.beHonest();
    },
    act: (payment, name) => acts[name](books, books.paymentOf(payment)),
    onStrike: server.onStrike,
    close() {
      delivery.close();
      return server.close();
    },
  };

  function handle(call: Call, lie: CallLie | undefined): Answer {
    const { pathname } = call.url;
    if (pathname.startsWith('/pay/')) return pay(call, pathname.split('/')[2] ?? '');
    if (pathname.startsWith('/__')) return control(pathname, call.body);
    const fault = faultOf(call, lie);
    if (fault) return fault;
    const order = `${call.method} ${pathname} ${call.body}`;
    const known = call.method === 'POST' ? answered.get(order) : undefined;
    const answer = known ?? answerCall(books, { call, base: server.url });
    if (call.method === 'POST' && answer.status < 300) answered.set(order, answer);
    return distorted(answer, lie);
  }

  /** Refuses before it looks at what is asked for. */
  function faultOf({ method, url, headers, body }: Call, lie: CallLie | undefined): Answer | null {
    if (headers.authorization !== `Bearer ${standInToken}`) return failure(401, 'token', 'Unknown token');
    const text = method === 'GET' ? url.search.slice(1) : body;
    const wrong = faultOfSignature(secrets, String(headers['x-signature']), text, clocks());
    if (wrong !== null && !ignores.has(wrong))
      return failure(
        401,
        'signature',
        wrong === 'age' ? 'The signature is too old, or its clock ahead' : 'Wrong signature',
      );
    if (lie === 'too_many') return failure(429, 'too_many', 'Too many calls');
    if (lie === 'in_progress') return failure(409, 'in_progress', 'A call with this reference is under way');
    if (method !== 'POST') return null;
    const key = headers['idempotency-key'];
    const ref = (JSON.parse(body) as { ref?: string }).ref;
    return key === ref ? null : failure(422, 'key', 'The key is not the reference');
  }

  function distorted(answer: Answer, lie: CallLie | undefined): Answer {
    const given = answer.body as Payment;
    const payment = books.payments.get(given.id)?.payment;
    if (!payment) return answer;
    if (lie === 'paid_before_answer') acts.pay(books, payment);
    if (lie === 'other_amount') return { ...answer, body: { ...given, amount: given.amount + 1 } };
    if (lie === 'behind') return { ...answer, body: { ...given, refunds: [] } };
    if (lie === 'decimal' && given.paid)
      return { ...answer, body: { ...given, paid: { ...given.paid, amount: (given.paid.amount / 100).toFixed(2) } } };
    if (lie !== 'other_payment') return answer;
    const other = [...books.payments.values()].find(({ payment: { id } }) => id !== payment.id);
    return { ...answer, body: other?.payment ?? given };
  }

  function pay({ method, headers, body }: Call, id: string): Answer {
    const kept = books.payments.get(id);
    if (!kept) return { status: 404, body: '' };
    const name = new URLSearchParams(body).get('act') ?? '';
    if (method !== 'POST' || !(name in acts)) return payPage(text, kept, headers['accept-language']);
    acts[name as Act](books, kept.payment);
    return { status: 303, headers: { location: kept.returnUrl } };
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

const shownOf = ({ payment: { id, amount, currency, ref, status } }: Kept) => ({
  id,
  text: `${amount} minor units of ${currency}, ${ref}, ${status}`,
  page: `/pay/${id}`,
  acts: Object.keys(acts),
});
