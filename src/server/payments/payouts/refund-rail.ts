import type { App } from '#server/platform/app.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';
import { mapDone, refused, turnedOff } from '#server/platform/connections/outcome.ts';
import type { PaymentName, ProviderRefund } from '#server/platform/connections/ports/payments.ts';
import type { PayoutRail, RailPayout } from '#server/platform/connections/ports/payouts.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readPayments, type PaymentRow } from '../payment-row.ts';
import { readProviderRow } from '../providers/provider-row.ts';
import { evidenceColumns, isUnchanged, type Evidence } from '../unchanged.ts';
import type { PayoutRow } from './payout-row.ts';

/** What sends an order and knows about it. */
export interface Rail extends Pick<PayoutRail, 'send' | 'lookUp'> {
  /** So many hours after an order was sent its outcome may still come; absent: a day. */
  outcomeHours?: number | undefined;
}

/** What an order goes to; null while that cannot be asked. */
export async function openRail(app: App, { connectionId, refundsId }: PayoutRow): Promise<Rail | null> {
  if (refundsId !== null) return (await refundRailOf(app, refundsId))?.rail ?? null;
  const connection = await app.connections.openOne('payouts', connectionId);
  return connection && whileOn(connection, connection.port);
}

/** While its connection is off, an order that was not sent waits, and any other is looked up. */
const whileOn = ({ isOn }: OpenConnection, rail: Rail): Rail =>
  isOn
    ? rail
    : {
        outcomeHours: rail.outcomeHours,
        send: async () => turnedOff,
        lookUp: (order) => rail.lookUp(order),
      };

/** The provider of a deposit by card, which refunds parts of it; undefined while it cannot be asked. */
export async function refundRailOf(
  app: App,
  depositId: string,
): Promise<{ id: string; name: string; isOn: boolean; rail: Rail } | undefined> {
  const row = await readProviderRow(app.db, sql`v.payment_id = ${depositId}`);
  const connection = row && (await app.connections.openOne('payments', row.connectionId));
  if (!row || !connection) return undefined;
  const of = { ref: row.reference, id: row.providerId };
  const { id, name, isOn } = connection;
  return { id, name, isOn, rail: whileOn(connection, refundRail(connection, of)) };
}

/** Whether the deposit is as the program wrote it, came from the card of the withdrawal, and can still take this back. */
export async function isRefundable(
  app: App,
  db: Queries,
  { id, refundsId, source, amount }: PaymentRow,
): Promise<boolean> {
  const [deposit] = await readPayments<Evidence & { most: bigint }>(
    db,
    sql`p.id = ${refundsId}`,
    sql`${evidenceColumns}, card_takes_back_still(p, ${id}) as most`,
  );
  return deposit !== undefined && deposit.source === source && deposit.most >= amount && isUnchanged(app, deposit);
}

/** Refunds parts of one deposit as if they were payouts. */
function refundRail({ port }: OpenConnection<'payments'>, of: PaymentName): Rail {
  return {
    outcomeHours: port.refundOutcomeHours,
    send: async ({ ref, amount }) =>
      port.refund ? port.refund({ ref, of, amount }) : refused('no_refunds', 'this provider refunds nothing'),
    async lookUp({ ref, id }) {
      const found = await port.lookUp(of.id === null ? { ref: of.ref } : { id: of.id });
      if (found.kind === 'done' && found.value?.ref !== of.ref)
        return { kind: 'unknown', detail: 'the provider does not know the payment' };
      return mapDone(found, (payment) =>
        (payment?.refunds ?? []).filter((each) => each.ref === ref || each.id === id).map(asPayout),
      );
    },
  };
}

/**
 * A provider takes the money from the operator when it accepts a refund, and returns it when the card takes nothing: so a
 * pending one has left, and a failed one has come back.
 */
export const asPayout = ({ id, state, amount }: ProviderRefund): RailPayout => ({
  id,
  state: state === 'succeeded' ? 'completed' : state === 'failed' ? 'returned' : 'sent',
  amount,
  back: state === 'failed' ? amount : null,
  payee: { holder: null, account: null },
  answer: '',
});
