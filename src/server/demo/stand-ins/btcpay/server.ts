import type { Answer } from '../answer.ts';
import { startStandIn, type Call, type CommonLie } from '../http-stand-in.ts';
import { Lies } from '../lies.ts';
import type { Strike } from '../strike.ts';
import { acts, type Act } from './acts.ts';
import { Books } from './books.ts';
import { answerCall, failure } from './calls.ts';
import { Delivery, deliveryLies, type DeliveryLie } from './deliver.ts';
import { payPage } from './pay-page.ts';
import { newId, type Invoice } from './objects.ts';

export const standInStore = 'StandInStore1';
export const standInKey = 'standinbtcpaykey';
export const standInSecret = 'stand-in-btcpay-secret';

/** Of the interface: too many calls; paid before it is answered; made twice and lost; an amount as a number. */
const callLies = ['too_many', 'paid_before_answer', 'two_invoices', 'exponent'] as const;
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
  act(invoice: string, act: Act): void;
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
} = {}): Promise<BtcpayStandIn> {
  const lies = new Lies<DeliveryLie>();
  const books = new Books(standInStore, now);
  const delivery = new Delivery(standInSecret, lies);
  const rights = ['cancreateinvoice', 'canviewinvoices', 'canmodifyinvoices', 'canviewstoresettings'];
  const permissions = rights.map((right) => `btcpay.store.${right}:${standInStore}`);
  books.announce = (said) => delivery.send(said);
  const server = await startStandIn<CallLie>({
    handle,
    lies: callLies,
    seen: () => [...books.invoices.values()],
    index: {
      name: 'BTCPay Server',
      lists: () => [{ title: 'Invoices', shown: [...books.invoices.values()].toReversed().map(shownOf) }],
      act: (id, name) => acts[name as Act](books, books.invoiceOf(id)),
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
    act: (invoice, name) => acts[name](books, books.invoiceOf(invoice)),
    onStrike: server.onStrike,
    close() {
      delivery.close();
      return server.close();
    },
  };

  function handle(call: Call, lie: CallLie | undefined): Answer {
    const { pathname } = call.url;
    if (pathname.startsWith('/i/')) return pay(call, pathname.split('/')[2] ?? '');
    if (pathname.startsWith('/__')) return control(pathname, call.body);
    return faultOf(call, lie) ?? answerTo(call, lie);
  }

  function answerTo(call: Call, lie: CallLie | undefined): Answer {
    if (call.url.pathname === '/api/v1/api-keys/current')
      return { status: 200, body: { apiKey: standInKey, label: 'stand-in', permissions } };
    const answer = answerCall(books, call, server.url);
    const invoice = books.invoices.get((answer.body as Partial<Invoice>).id ?? '');
    if (lie === 'paid_before_answer' && invoice?.status === 'New') acts.pay(books, invoice);
    if (lie === 'exponent' && invoice) return { ...answer, body: { ...invoice, paidAmount: 1e-8 } };
    if (lie !== 'two_invoices' || !invoice) return answer;
    const second = { ...structuredClone(invoice), id: newId() };
    books.invoices.set(second.id, { ...second, checkoutLink: `${server.url}/i/${second.id}` });
    return { status: 504, headers: { 'content-type': 'text/html' }, body: '<html><body>Gateway Timeout</body></html>' };
  }

  function pay({ method, body }: Call, id: string): Answer {
    const invoice = books.invoiceOf(id);
    const name = new URLSearchParams(body).get('act') ?? '';
    if (method !== 'POST' || !(name in acts))
      return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: payPage(invoice) };
    acts[name as Act](books, invoice);
    return { status: 303, headers: { location: invoice.checkout.redirectURL ?? '/' } };
  }

  function control(path: string, body: string): Answer {
    const input = JSON.parse(body === '' ? '{}' : body) as Record<string, unknown>;
    const name = deliveryLies.find((each) => each === input['name']);
    if (path === '/__deliver' && name) lies.tell(name, Number(input['times'] ?? 1));
    else if (path === '/__hook') delivery.hook = String(input['url']);
    else if (path === '/__act') acts[String(input['act']) as Act](books, books.invoiceOf(String(input['invoice'])));
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

/** Refuses what BTCPay refuses before it looks at the call. */
function faultOf({ method, headers }: Call, lie: CallLie | undefined): Answer | null {
  if (headers.authorization !== `token ${standInKey}`)
    return failure(401, 'unauthenticated', 'Authentication is required for accessing this endpoint');
  if (lie === 'too_many') return { status: 429, body: '' };
  if (method === 'POST' && !headers['content-type']?.startsWith('application/json'))
    return failure(400, 'bad-request', 'Use application/json');
  return null;
}
