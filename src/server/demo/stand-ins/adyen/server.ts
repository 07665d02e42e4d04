import type { Answer } from '../answer.ts';
import { startStandIn, type Call, type CommonLie } from '../http-stand-in.ts';
import { Lies } from '../lies.ts';
import type { Strike } from '../strike.ts';
import { acts, type Act } from './acts.ts';
import { Books } from './books.ts';
import type { Link } from './objects.ts';
import { answerCall, failure } from './calls.ts';
import { Delivery, deliveryLies, type DeliveryLie } from './deliver.ts';
import { payPage } from './pay-page.ts';
import { keysAlone } from '../../act-page.ts';

export const standInAccount = 'StandInCOM';
export const standInKey = 'AQEstandinkey';
export const standInHmacKey = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';

/** Of the interface: our key is in use, or too many calls; paid before it is answered; another one's link. */
const callLies = ['in_progress', 'too_many', 'paid_before_answer', 'other_link'] as const;
type CallLie = (typeof callLies)[number];
export type LieName = CommonLie | CallLie | DeliveryLie;

export interface AdyenStandIn {
  url: string;
  books: Books;
  delivery: Delivery;
  lie(name: LieName, times?: number): void;
  honest(): void;
  act(link: string, act: Act): void;
  onStrike(strike: Strike): void;
  close(): Promise<void>;
}

/**
 * A stand-in for Adyen on this machine, for development and tests: it checks requests as strictly as Adyen documents,
 * keeps its own books, signs its notifications, and lies when it is asked to.
 */
export async function startAdyen({
  port = 0,
  now = () => Math.floor(Date.now() / 1000),
  text = keysAlone,
} = {}): Promise<AdyenStandIn> {
  const lies = new Lies<DeliveryLie>();
  const books = new Books(standInAccount, now);
  const delivery = new Delivery([standInHmacKey], lies);
  /** The first answer to a key, which each repetition gets too. */
  const answered = new Map<string, Answer>();
  books.announce = (item) => delivery.send(item);
  const server = await startStandIn<CallLie>({
    handle,
    lies: callLies,
    seen: () => [...books.links.values()],
    index: {
      name: 'Adyen',
      lists: () => [{ title: 'Payments', shown: [...books.links.values()].toReversed().map(shownOf) }],
      act: (id, name) => acts[name as Act](books, books.linkOf(id)),
    },
    port,
  });
  const isOfDelivery = (name: LieName): name is DeliveryLie => deliveryLies.some((each) => each === name);
  return {
    url: server.url,
    books,
    delivery,
    lie: (name, times = 1) => (isOfDelivery(name) ? lies.tell(name, times) : server.lie(name, times)),
    honest() {
      lies.clear();
      server.beHonest();
    },
    act: (link, name) => acts[name](books, books.linkOf(link)),
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
    return faultOf(call, lie) ?? answerTo(call, lie);
  }

  function answerTo(call: Call, lie: CallLie | undefined): Answer {
    const key = call.headers['idempotency-key'];
    const known = typeof key === 'string' ? answered.get(key) : undefined;
    const answer = known ?? answerCall(books, call, call.body === '' ? undefined : JSON.parse(call.body), server.url);
    if (typeof key === 'string') answered.set(key, answer);
    const link = books.links.get((answer.body as { id?: string }).id ?? '');
    if (lie === 'paid_before_answer' && link?.status === 'active') acts.pay(books, link);
    if (lie !== 'other_link' || !link) return answer;
    return { ...answer, body: [...books.links.values()].find(({ id }) => id !== link.id) ?? link };
  }

  function pay({ method, headers, body }: Call, id: string): Answer {
    const link = books.linkOf(id);
    const name = new URLSearchParams(body).get('act') ?? '';
    if (method !== 'POST' || !(name in acts)) return payPage(text, link, headers['accept-language']);
    acts[name as Act](books, link);
    return { status: 303, headers: { location: link.returnUrl ?? '/' } };
  }

  function control(path: string, body: string): Answer {
    const input = JSON.parse(body === '' ? '{}' : body) as Record<string, unknown>;
    const name = deliveryLies.find((each) => each === input['name']);
    if (path === '/__deliver' && name) lies.tell(name, Number(input['times'] ?? 1));
    else if (path === '/__hook') delivery.hook = String(input['url']);
    else if (path === '/__act') acts[String(input['act']) as Act](books, books.linkOf(String(input['link'])));
    else return { status: 404, body: {} };
    return { status: 200, body: {} };
  }
}

const shownOf = ({ id, amount, status, reference }: Link) => ({
  id,
  text: `${amount.value} minor units of ${amount.currency}, ${reference}, link ${status}`,
  page: `/pay/${id}`,
  acts: Object.keys(acts),
});

/** Refuses what Adyen refuses before it looks at the call. */
export function faultOf({ method, headers }: Call, lie: string | undefined): Answer | null {
  if (headers['x-api-key'] !== standInKey) return failure(401, '000', 'HTTP Status Response - Unauthorized');
  if (lie === 'too_many') return failure(429, '000', 'Too many requests');
  const key = headers['idempotency-key'];
  if (lie === 'in_progress' && key) return failure(422, '704', 'Request already processed or in progress');
  if (typeof key === 'string' && key.length > 64) return failure(400, '000', 'The idempotency key is too long');
  if (method !== 'GET' && !headers['content-type']?.startsWith('application/json'))
    return failure(400, '000', 'Use application/json');
  return null;
}
