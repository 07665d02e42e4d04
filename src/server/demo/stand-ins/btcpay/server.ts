import type { Answer } from '../answer.ts';
import { startStandIn, type Call, type CommonLie } from '../http-stand-in.ts';
import { Lies } from '../lies.ts';
import type { Strike } from '../strike.ts';
import { acts, type Act } from './acts.ts';
import { Books } from './books.ts';
import { answerCall, failure } from './calls.ts';
import { Delivery, deliveryLies, type DeliveryLie } from './deliver.ts';
import { payPage } from './pay-page.ts';
import { keysAlone } from '../../act-page.ts';
import { newId, type Invoice, type Payout } from './objects.ts';
import { payoutActs, type PayoutAct } from './payout-acts.ts';

export const standInStore = 'StandInStore1';
export const standInKey = 'standinbtcpaykey';
export const standInSecret = 'stand-in-btcpay-secret';

/**
 * Of the interface: too many calls; paid before it is answered; made twice and lost; an amount as a number. Of payouts: another
 * one to the address is open; made although it is refused; made twice; not listed yet; changed before it is approved; no rate;
 * to another address than was asked for.
 */
const callLies = [
  'too_many',
  'paid_before_answer',
  'two_invoices',
  'exponent',
  'in_progress',
  'made_but_refused',
  'twice',
  'not_listed',
  'old_revision',
  'no_rate',
  'too_low',
  'other_destination',
] as const;
type CallLie = (typeof callLies)[number];
export type LieName = CommonLie | CallLie | DeliveryLie;

export interface BtcpayStandIn {
  url: string;
  books: Books;
  delivery: Delivery;
  /** The rights of the key. */
  permissions: string[];
  lie(name: LieName, times?: number): void;
  honest(): void;
  act(id: string, act: Act | PayoutAct): void;
  onStrike(strike: Strike): void;
  calls: Call[];
  close(): Promise<void>;
}

/**
 * A stand-in for BTCPay Server on this machine, for development and tests: it checks requests as strictly as Greenfield
 * documents, keeps its own books, signs its webhooks, and lies when it is asked to.
 */
export async function startBtcpay({
  port = 0,
  now = () => Math.floor(Date.now() / 1000),
  text = keysAlone,
} = {}): Promise<BtcpayStandIn> {
  const lies = new Lies<DeliveryLie>();
  const books = new Books(standInStore, now);
  const delivery = new Delivery(standInSecret, lies);
  const rights = [
    'cancreateinvoice',
    'canviewinvoices',
    'canmodifyinvoices',
    'canviewstoresettings',
    'canmanagepullpayments',
  ];
  const permissions = rights.map((right) => `btcpay.store.${right}:${standInStore}`);
  books.announce = (said) => delivery.send(said);
  const server = await startStandIn<CallLie>({
    handle,
    lies: callLies,
    seen: () => [...books.invoices.values(), ...books.payouts.values()],
    index: {
      name: 'BTCPay Server',
      lists: () => [
        { title: 'Invoices', shown: [...books.invoices.values()].toReversed().map(shownOf) },
        { title: 'Payouts', shown: [...books.payouts.values()].toReversed().map(shownPayout) },
      ],
      act: (id, name) => act(id, name),
    },
    port,
  });
  const isOfDelivery = (name: LieName): name is DeliveryLie => deliveryLies.some((each) => each === name);
  return {
    url: server.url,
    calls: server.calls,
    books,
    delivery,
    permissions,
    lie: (name, times = 1) => (isOfDelivery(name) ? lies.tell(name, times) : server.lie(name, times)),
    honest() {
      lies.clear();
      server.beHonest();
    },
    act,
    onStrike: server.onStrike,
    close() {
      delivery.close();
      return server.close();
    },
  };

  function act(id: string, name: string): void {
    if (books.payouts.has(id)) payoutActs[name as PayoutAct](books, books.payoutOf(id));
    else acts[name as Act](books, books.invoiceOf(id));
  }

  function handle(call: Call, lie: CallLie | undefined): Answer {
    const { pathname } = call.url;
    if (pathname.startsWith('/i/')) return pay(call, pathname.split('/')[2] ?? '');
    if (pathname.startsWith('/__')) return control(pathname, call.body);
    return faultOf(call, lie) ?? answerTo(call, lie);
  }

  function answerTo(call: Call, lie: CallLie | undefined): Answer {
    if (call.url.pathname === '/api/v1/api-keys/current')
      return { status: 200, body: { apiKey: standInKey, label: 'stand-in', permissions } };
    const refusal = lie && refusals[lie];
    if (refusal) return refusal;
    if (lie === 'not_listed') return { status: 200, body: [] };
    const answer = answerCall(books, call, server.url);
    const payout = books.payouts.get((answer.body as Partial<Payout>).id ?? '');
    if (payout) return asLied(payout, answer, lie);
    const invoice = books.invoices.get((answer.body as Partial<Invoice>).id ?? '');
    if (lie === 'paid_before_answer' && invoice?.status === 'New') acts.pay(books, invoice);
    if (lie === 'exponent' && invoice) return { ...answer, body: { ...invoice, paidAmount: 1e-8 } };
    if (lie !== 'two_invoices' || !invoice) return answer;
    const second = { ...structuredClone(invoice), id: newId() };
    books.invoices.set(second.id, { ...second, checkoutLink: `${server.url}/i/${second.id}` });
    return { status: 504, headers: { 'content-type': 'text/html' }, body: '<html><body>Gateway Timeout</body></html>' };
  }

  function asLied(payout: Payout, answer: Answer, lie: CallLie | undefined): Answer {
    if (lie === 'twice') {
      const second = { ...structuredClone(payout), id: newId(), pullPaymentId: newId(), date: payout.date + 1 };
      const pull = books.pullPayments.get(payout.pullPaymentId);
      if (pull) books.pullPayments.set(second.pullPaymentId, { ...pull, id: second.pullPaymentId });
      books.payouts.set(second.id, second);
    }
    if (lie === 'made_but_refused') return failure(400, 'payment-method-not-supported', 'Not supported');
    if (lie === 'other_destination')
      payout.destination = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
    return lie === 'other_destination' ? { ...answer, body: structuredClone(payout) } : answer;
  }

  function pay({ method, headers, body }: Call, id: string): Answer {
    const invoice = books.invoiceOf(id);
    const name = new URLSearchParams(body).get('act') ?? '';
    if (method !== 'POST' || !(name in acts)) return payPage(text, invoice, headers['accept-language']);
    acts[name as Act](books, invoice);
    return { status: 303, headers: { location: invoice.checkout.redirectURL ?? '/' } };
  }

  function control(path: string, body: string): Answer {
    const input = JSON.parse(body === '' ? '{}' : body) as Record<string, unknown>;
    const name = deliveryLies.find((each) => each === input['name']);
    if (path === '/__deliver' && name) lies.tell(name, Number(input['times'] ?? 1));
    else if (path === '/__hook') delivery.hook = String(input['url']);
    else if (path === '/__act') act(String(input['invoice'] ?? input['payout']), String(input['act']));
    else return { status: 404, body: {} };
    return { status: 200, body: {} };
  }
}

const shownOf = ({ id, amount, currency, status, additionalStatus }: Invoice) => ({
  id,
  text: `${amount} ${currency}, invoice ${id}, ${status}${additionalStatus === 'None' ? '' : `, ${additionalStatus}`}`,
  page: `/i/${id}`,
  acts: Object.keys(acts),
});

const shownPayout = ({ id, originalAmount, originalCurrency, destination, payoutAmount, state }: Payout) => ({
  id,
  text: `${originalAmount} ${originalCurrency}${payoutAmount === null ? '' : ` as ${payoutAmount} BTC`} to ${destination}, ${state}`,
  acts: Object.keys(payoutActs),
});

/** What BTCPay refuses by its documentation, without doing anything. */
const refusals: Partial<Record<CallLie, Answer>> = {
  in_progress: failure(400, 'duplicate-destination', 'The destination is used by another payout'),
  old_revision: failure(400, 'old-revision', "The payout's revision is not the last one"),
  no_rate: failure(400, 'rate-unavailable', 'The rate is not available'),
  too_low: failure(400, 'amount-too-low', 'The amount is too low'),
};

/** Refuses what BTCPay refuses before it looks at the call. */
function faultOf({ method, headers }: Call, lie: CallLie | undefined): Answer | null {
  if (headers.authorization !== `token ${standInKey}`)
    return failure(401, 'unauthenticated', 'Authentication is required for accessing this endpoint');
  if (lie === 'too_many') return { status: 429, body: '' };
  if (method === 'POST' && !headers['content-type']?.startsWith('application/json'))
    return failure(400, 'bad-request', 'Use application/json');
  return null;
}
