import { sql } from '#server/platform/db/sql.ts';
import { connectionInUse } from '#test/connections/connections.ts';
import {
  btcpayStandInKey,
  btcpayStandInSecret,
  standInStore,
  startBtcpay,
  type BtcpayStandIn,
} from '#test/external-services/stand-ins.ts';
import type { Replied, Session, TestServer } from '#test/server.ts';
import { atStandIn, type AtStandIn } from './cards.ts';
import { asker, confirmedDestination, newPayer, submitted, type Payer } from './payments.ts';

/** Of regtest. */
export const bitcoinAddress = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
type Lie = Parameters<BtcpayStandIn['lie']>[0];

/** The calls of the adapter that matter. */
const paths = {
  list: ['GET', /\/pull-payments$/],
  prepare: ['POST', /\/pull-payments$/],
  send: ['POST', /\/stores\/\w+\/payouts$/],
  approve: ['POST', /\/v1\/payouts\/\w+$/],
} as const;

export interface CoinPayouts extends AtStandIn {
  btcpay: BtcpayStandIn;
  /** A client of level 3 with 500, and an address that is confirmed; its pause is over unless it is to be kept. */
  payer(isPaused?: boolean): Promise<{ payer: Payer; destinationId: string }>;
  /** A withdrawal of 100 from 500 that is approved. */
  approved(): Promise<{ id: string; payer: Payer }>;
  send(id: string): Promise<Replied<'POST /api/staff/payments/send-payout'>>;
  /** What the stand-in has of a withdrawal, the earliest first. */
  payoutsOf(id: string): Promise<string[]>;
  /** Plans a lie for the next call of one kind. */
  lieIn(call: keyof typeof paths, lie: Lie): void;
  /** Lets time pass, and asks the provider. */
  watch(ms: number): Promise<void>;
}

/** A connection to the stand-in for BTCPay Server, by which a person of finance pays in crypto. */
export async function openCoinPayouts(server: TestServer, finance: Session): Promise<CoinPayouts> {
  const btcpay = await startBtcpay({ now: () => Math.floor(server.clock.now().getTime() / 1000) });
  const connection = await connectionInUse(server, {
    port: 'payouts',
    adapter: 'btcpay_payouts',
    value: { name: 'Coins', settings: { address: btcpay.url, store_id: standInStore, test_network: true } },
    secrets: { api_key: btcpayStandInKey, webhook_secret: btcpayStandInSecret },
  });
  const ask = asker(server);
  const payer = async (isPaused = false) => {
    const found = await newPayer(server, 3, 50_000n);
    const destinationId = await confirmedDestination(server, found, { method: 'crypto', account: bitcoinAddress });
    if (!isPaused) server.clock.advance(24 * 3_600_000);
    return { payer: found, destinationId };
  };
  return {
    btcpay,
    ...atStandIn(server, connection, btcpay),
    payer,
    async approved() {
      const { payer: own, destinationId } = await payer();
      const id = await submitted(server, own, destinationId, '100');
      for (const act of ['assign', 'approve'] as const)
        await ask(`POST /api/staff/payments/${act}`, finance, { payment_id: id });
      return { id, payer: own };
    },
    send: (id) => ask('POST /api/staff/payments/send-payout', finance, { payment_id: id }),
    async payoutsOf(id) {
      const orders = await server.db.rows<{ reference: string }>(sql`
        select reference from provider_payout where payment_id = ${id} order by created_at`);
      return orders.flatMap(({ reference }) => btcpay.books.payoutsOf(reference).map((each) => each.id));
    },
    lieIn(call, lie) {
      const [wanted, pattern] = paths[call];
      let isDue = true;
      btcpay.onStrike((moment, path, method) => {
        if (!isDue || moment !== 'before' || method !== wanted || !pattern.test(path)) return;
        isDue = false;
        btcpay.lie(lie);
      });
    },
    async watch(ms) {
      server.clock.advance(ms);
      await server.app.jobs.run('payments.providers');
    },
  };
}
