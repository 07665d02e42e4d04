import { faultOf, standInHmacKey } from '../adyen/server.ts';
import type { Answer } from '../answer.ts';
import { startStandIn, type Call, type CommonLie } from '../http-stand-in.ts';
import { Lies } from '../lies.ts';
import type { Strike } from '../strike.ts';
import { acts, type Act } from './acts.ts';
import { Books, type Transfer } from './books.ts';
import { answerCall, problem } from './calls.ts';
import { Delivery, deliveryLies, type DeliveryLie } from './deliver.ts';

export const standInBalanceAccount = 'BA3227C223222B5CWBLB2WD72';

/**
 * Of the interface: our key is in use, too many calls, an account that is closed; made although it is refused, booked before
 * it is answered, made twice, not listed yet.
 */
const callLies = [
  'in_progress',
  'too_many',
  'closed_account',
  'made_but_refused',
  'booked_before_answer',
  'twice',
  'not_listed',
] as const;
type CallLie = (typeof callLies)[number];
export type LieName = CommonLie | CallLie | DeliveryLie;

export interface AdyenTransfersStandIn {
  url: string;
  books: Books;
  delivery: Delivery;
  /** Every call but those of tests. */
  calls: Call[];
  lie(name: LieName, times?: number): void;
  honest(): void;
  act(transfer: string, act: Act): void;
  onStrike(strike: Strike): void;
  close(): Promise<void>;
}

/**
 * A stand-in for the transfers of Adyen's balance platform on this machine, for development and tests: it checks requests as
 * strictly as Adyen documents, keeps its own books, signs its notifications, and lies when it is asked to.
 */
export async function startAdyenTransfers({
  port = 0,
  now = () => Math.floor(Date.now() / 1000),
} = {}): Promise<AdyenTransfersStandIn> {
  const lies = new Lies<DeliveryLie>();
  const books = new Books(standInBalanceAccount, now);
  const delivery = new Delivery([standInHmacKey], lies);
  /** The first answer to a key, which each repetition gets too. */
  const answered = new Map<string, Answer>();
  books.announce = (notification) => delivery.send(notification);
  const server = await startStandIn<CallLie>({
    handle,
    lies: callLies,
    seen: () => [...books.transfers.values()],
    index: {
      name: 'Adyen, outgoing payments',
      lists: () => [{ title: 'Transfers', shown: [...books.transfers.values()].toReversed().map(shownOf) }],
      act: (id, name) => acts[name as Act](books, books.transferOf(id)),
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
    },
    act: (transfer, name) => acts[name](books, books.transferOf(transfer)),
    onStrike: server.onStrike,
    close() {
      delivery.close();
      return server.close();
    },
  };

  function handle(call: Call, lie: CallLie | undefined): Answer {
    if (call.url.pathname.startsWith('/__')) return control(call.url.pathname, call.body);
    return faultOf(call, lie) ?? answerTo(call, lie);
  }

  function answerTo(call: Call, lie: CallLie | undefined): Answer {
    if (lie === 'not_listed') return { status: 200, body: { data: [] } };
    if (lie === 'closed_account') return problem(422, '30_080', 'The bank account is closed');
    const key = call.headers['idempotency-key'];
    const known = typeof key === 'string' ? answered.get(key) : undefined;
    if (known) return known;
    const body: unknown = call.body === '' ? undefined : JSON.parse(call.body);
    const answer = answerCall(books, call, body);
    if (lie === 'twice') answerCall(books, call, body);
    if (typeof key === 'string') answered.set(key, answer);
    const { id } = answer.body as { id?: string };
    if (lie === 'made_but_refused') return problem(422, '30_112', 'Invalid: description');
    if (lie === 'booked_before_answer' && id !== undefined) acts.book(books, books.transferOf(id));
    return answer;
  }

  function control(path: string, body: string): Answer {
    const input = JSON.parse(body === '' ? '{}' : body) as Record<string, unknown>;
    const name = deliveryLies.find((each) => each === input['name']);
    if (path === '/__deliver' && name) lies.tell(name, Number(input['times'] ?? 1));
    else if (path === '/__hook') delivery.hook = String(input['url']);
    else if (path === '/__act') acts[String(input['act']) as Act](books, books.transferOf(String(input['transfer'])));
    else return { status: 404, body: {} };
    return { status: 200, body: {} };
  }
}

const shownOf = ({ id, amount, reference, counterparty, status }: Transfer) => ({
  id,
  text: `${amount.value} minor units of ${amount.currency} to ${counterparty.bankAccount.accountHolder.fullName}, ${reference}, ${status}`,
  acts: Object.keys(acts),
});
