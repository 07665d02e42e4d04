import { sql } from '#server/platform/db/sql.ts';
import { openRow } from '#server/platform/secrets/row-macs.ts';
import { approvedAnyway, connectionInUse } from '#test/connections/connections.ts';
import {
  adyenStandInKey,
  standInBalanceAccount,
  standInHmacKey,
  startAdyenTransfers,
  type AdyenTransfersStandIn,
} from '#test/external-services/stand-ins.ts';
import type { Replied, Session, TestServer } from '#test/server.ts';
import { atStandIn, type AtStandIn } from './cards.ts';
import { asker, confirmedDestination, newPayer, submitted, type Payer } from './payments.ts';

export interface Payouts extends AtStandIn {
  adyen: AdyenTransfersStandIn;
  /** A withdrawal of 100 from 500 that is approved. */
  approved(): Promise<{ id: string; payer: Payer }>;
  send(id: string, as?: Session): Promise<Replied<'POST /api/staff/payments/send-payout'>>;
  /** What the stand-in has of a withdrawal, the earliest first. */
  transfersOf(id: string): Promise<string[]>;
  /** Of the connection, as two people change it. */
  setEnvironment(environment: 'test' | 'live'): Promise<unknown>;
  /** Lets time pass, and asks the provider. */
  watch(ms: number): Promise<void>;
}

/** A connection to the stand-in for Adyen's transfers, by which a person of finance pays. */
export async function openPayouts(server: TestServer, finance: Session): Promise<Payouts> {
  const adyen = await startAdyenTransfers({ now: () => Math.floor(server.clock.now().getTime() / 1000) });
  const connection = await connectionInUse(server, {
    port: 'payouts',
    adapter: 'adyen_transfers',
    value: {
      name: 'Payouts',
      settings: { balance_account: standInBalanceAccount, environment: 'test', stand_in: adyen.url },
    },
    secrets: { api_key: adyenStandInKey, hmac_key: standInHmacKey },
  });
  const ask = asker(server);
  return {
    adyen,
    ...atStandIn(server, connection, adyen),
    async approved() {
      const payer = await newPayer(server, 3, 50_000n);
      const id = await submitted(server, payer, await confirmedDestination(server, payer), '100');
      for (const act of ['assign', 'approve'] as const)
        await ask(`POST /api/staff/payments/${act}`, finance, { payment_id: id });
      return { id, payer };
    },
    send: (id, as = finance) => ask('POST /api/staff/payments/send-payout', as, { payment_id: id }),
    async transfersOf(id) {
      const orders = await server.db.rows<{ reference: string }>(sql`
        select reference from provider_payout where payment_id = ${id} order by created_at`);
      return orders.flatMap(({ reference }) => adyen.books.transfersOf(reference).map((each) => each.id));
    },
    setEnvironment: (environment) =>
      approvedAnyway(server, async (tx) => {
        await openRow(tx, server.config, 'connection', connection.id, sql`j.id = ${connection.id}`);
        await tx.run(sql`
          update connection set value = jsonb_set(value, '{settings,environment}', ${JSON.stringify(environment)}::jsonb)
          where id = ${connection.id}`);
      }),
    async watch(ms) {
      server.clock.advance(ms);
      await server.app.jobs.run('payments.providers');
    },
  };
}
