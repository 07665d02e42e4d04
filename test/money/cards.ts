import { sql } from '#server/platform/db/sql.ts';
import { connectionInUse } from '#test/connections/connections.ts';
import { emailsTo } from '#test/mailbox.ts';
import type { TestServer } from '#test/server.ts';
import {
  adyenStandInKey,
  standInAccount,
  standInHmacKey,
  btcpayStandInKey,
  btcpayStandInSecret,
  hostedPageStandInSecret,
  standInStore,
  standInToken,
  startAdyen,
  startBtcpay,
  startHostedPage,
  type AdyenStandIn,
  type BtcpayStandIn,
  type HostedPageStandIn,
} from '#test/external-services/stand-ins.ts';
import { startStripe, standInKey, standInSecret, type StripeStandIn } from '#server/demo/stand-ins/stripe/server.ts';
import { asker, type Payer } from './payments.ts';
import type { ConnectionValue } from '#server/platform/connections/value.ts';

/** What tests see of payments at the stand-in of a provider. */
export interface AtStandIn {
  connectionId: string;
  /** Until every event was taken and handled. */
  settled(): Promise<void>;
  stateOf(id: string): Promise<string>;
  findings(id: string): Promise<string[]>;
  close(): Promise<void>;
}

interface AnyCards extends AtStandIn {
  /** Announces a deposit by the method of the connection, and returns it with what the page at the stand-in is about. */
  begin(payer: Payer, amount?: string): Promise<{ id: string; session: string; state: string }>;
}

export interface Cards extends AnyCards {
  stripe: StripeStandIn;
}

export interface AdyenCards extends AnyCards {
  adyen: AdyenStandIn;
}

export interface Coins extends AnyCards {
  btcpay: BtcpayStandIn;
}

export interface HostedPages extends AnyCards {
  service: HostedPageStandIn;
}

const secondsOf = (server: TestServer) => () => Math.floor(server.clock.now().getTime() / 1000);

/** A connection to the stand-in for Stripe, which sends its events to the server. */
export async function openCards(server: TestServer, value: Partial<ConnectionValue> = {}): Promise<Cards> {
  const stripe = await startStripe({ now: secondsOf(server) });
  const connection = await connectionInUse(server, {
    adapter: 'stripe',
    value: { name: 'Cards', settings: { only_cards: true, stand_in: stripe.url }, ...value },
    secrets: { api_key: standInKey, webhook_secret: standInSecret },
  });
  return { stripe, ...cardsOf(server, connection, stripe) };
}

/** The same for the stand-in for Adyen. */
export async function openAdyen(
  server: TestServer,
  { settings = {}, ...value }: Partial<ConnectionValue> = {},
): Promise<AdyenCards> {
  const adyen = await startAdyen({ now: secondsOf(server) });
  const account = { merchant_account: standInAccount, only_cards: true, manual_capture: false };
  const connection = await connectionInUse(server, {
    adapter: 'adyen',
    value: { name: 'Cards', settings: { ...account, stand_in: adyen.url, ...settings }, ...value },
    secrets: { api_key: adyenStandInKey, hmac_key: standInHmacKey },
  });
  return { adyen, ...cardsOf(server, connection, adyen) };
}

/** The same for the stand-in for BTCPay Server, which takes crypto. */
export async function openBtcpay(
  server: TestServer,
  { settings = {}, ...value }: Partial<ConnectionValue> = {},
): Promise<Coins> {
  const btcpay = await startBtcpay({ now: secondsOf(server) });
  const own = { address: btcpay.url, store_id: standInStore, test_network: true };
  const connection = await connectionInUse(server, {
    adapter: 'btcpay',
    value: { name: 'Coins', settings: { ...own, ...settings }, ...value },
    secrets: { api_key: btcpayStandInKey, webhook_secret: btcpayStandInSecret },
  });
  return { btcpay, ...cardsOf(server, connection, btcpay, 'crypto') };
}

/** The same for a service that keeps to our own wire. */
export async function openHostedPage(
  server: TestServer,
  { settings = {}, ...value }: Partial<ConnectionValue> = {},
  secrets: Record<string, string> = {},
): Promise<HostedPages> {
  const service = await startHostedPage({ now: secondsOf(server) });
  const connection = await connectionInUse(server, {
    adapter: 'hosted_page',
    value: { name: 'Hosted page', settings: { address: service.url, ...settings }, ...value },
    secrets: { bearer: standInToken, signing_secret: hostedPageStandInSecret, ...secrets },
  });
  return { service, ...cardsOf(server, connection, service) };
}

interface StandIn extends Pick<StripeStandIn, 'close'> {
  delivery: { hook: string | null; settled(): Promise<void> };
}

function cardsOf(
  server: TestServer,
  connection: { id: string; path: string },
  standIn: StandIn,
  method: 'card' | 'crypto' = 'card',
): AnyCards {
  return {
    ...atStandIn(server, connection, standIn),
    async begin({ session, wallet }, amount = '100') {
      const body = { wallet_id: wallet.walletId, method, amount };
      const response = await asker(server)('POST /api/payments/deposit', session, body);
      if (response.status !== 200) throw new Error(JSON.stringify(response.refusal));
      const { id, state } = response.body.payment;
      return { id, state, session: response.body.provider?.url?.split('/').at(-1) ?? '' };
    },
  };
}

/** A deposit by the card that the stand-in for Stripe knows best, credited. */
export async function creditedByCard(
  cards: Cards,
  payer: Payer,
  amount: string,
): Promise<{ id: string; session: string }> {
  const { id, session } = await cards.begin(payer, amount);
  cards.stripe.act(session, 'pay');
  await cards.settled();
  return { id, session };
}

/** The card of a deposit as a confirmed destination. */
export async function cardDestination(server: TestServer, { session }: Payer, depositId: string): Promise<string> {
  const ask = asker(server);
  const { body } = await ask('POST /api/payments/destinations/add-card', session, { deposit_id: depositId });
  const link = (await emailsTo(server, session.user.email))
    .flatMap(({ links }) => links)
    .find((each) => each.includes('/destination/'));
  const token = link?.split('/').at(-1) ?? '';
  await ask('POST /api/payments/destinations/confirm', session, { token });
  return body.id;
}

/** Sends the events of a stand-in to the server. */
export function atStandIn(
  server: TestServer,
  { id: connectionId, path }: { id: string; path: string },
  standIn: StandIn,
): AtStandIn {
  standIn.delivery.hook = `${server.url}${path}`;
  return {
    connectionId,
    async settled() {
      await standIn.delivery.settled();
      await server.app.jobs.run('connections.handle_events');
    },
    async stateOf(id) {
      const { state } = await server.db.one<{ state: string }>(sql`select state from payment where id = ${id}`);
      return state;
    },
    async findings(id) {
      const rows = await server.db.rows<{ kind: string }>(
        sql`select kind from provider_finding where payment_id = ${id} order by kind`,
      );
      return rows.map(({ kind }) => kind);
    },
    close: () => standIn.close(),
  };
}
