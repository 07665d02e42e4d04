import type { BlockedBy } from '#contract/payments/names.ts';
import type { App } from '#server/platform/app.ts';
import { clientLevel } from '#server/platform/people/client-state.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { amountWritten } from '#server/platform/formats/money-format.ts';
import { countsAt } from '#server/platform/people/overrides.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { PaymentRow } from '../payment-row.ts';
import { checkRestriction } from '../restrictions.ts';

/** Of a withdrawal `p`: its money may have left although it counts as not paid. */
export const isReportedPaid: Sql = sql`
  exists (select from provider_finding f where f.payment_id = p.id and f.kind = 'payout_unexpected' and f.closed_at is null)`;

export const readReported = async (tx: Tx, { id }: Pick<PaymentRow, 'id'>): Promise<boolean> =>
  (await tx.maybeOne(sql`select from payment p where p.id = ${id} and ${isReportedPaid}`)) !== undefined;

/**
 * What blocks payment `p` of client `c` at a time, one of `heldBackBy`; null while it may go on. All of this is checked
 * when the client confirms the withdrawal, and again before the money leaves: in between, another person may have taken
 * over the profile. `dispute`: the wallets do not cover what the client disputes at a bank. `comparison`: a new name of the client or the recipient was not compared with lists yet. `positions`: the client is long on one trading account and short on another in one instrument, or
 * has a loss on one that the operator has advanced. `unexpected_payout`: a bank or provider reports that it has paid it although
 * it counts as not paid, and staff have not noted yet what became of that.
 */
export const blockedBy = (at: Date): Sql => sql`
  (select case
     when exists (select from payment_restriction o where o.client_id = p.client_id and o.kind = p.kind and ${countsAt(at)}) then 'restriction'
     when screening_stops(p.client_id) then 'restriction'
     when p.kind <> 'withdrawal' then null
     when screening_waits(p.client_id, (select d.holder from payment_destination d where d.id = p.destination_id)) then 'comparison'
     when c.blocked_at is not null then 'blocked'
     when c.frozen_at is not null then 'frozen'
     when disputes_uncovered(p.client_id, 0) is not null then 'dispute'
     when c.security_changed_at + s.withdrawal_cooling_off_hours * interval '1 hour' > ${at} then 'cooling_off'
     when not r.allowed then 'level'
     when exists (select from paper_mirrored_book m where m.client_id = c.id)
       or exists (select from trading_account t join paper_account a on a.number = t.number
                  where t.client_id = c.id and a.advance > 0) then 'positions'
     when ${isReportedPaid} then 'unexpected_payout' end
   from payment_setting s left join payment_limit r
     on r.kind = p.kind and r.level = ${clientLevel})`;

/**
 * As much as a client's open disputes are about stays in the wallets; the client's lock is held.
 * @throws Refusal `payments.disputed`
 */
export async function checkDisputes(
  tx: Tx,
  { clientId, usdMinor }: { clientId: string; usdMinor: bigint },
): Promise<void> {
  const { disputed } = await tx.one<{ disputed: bigint | null }>(sql`
    select disputes_uncovered(${clientId}, ${usdMinor}) as disputed`);
  if (disputed !== null) throw refuse('payments.disputed', { amount: amountWritten(disputed, 'USD') });
}

const stopsRecords: ReadonlySet<BlockedBy> = new Set(['restriction', 'comparison', 'blocked', 'frozen']);

/**
 * Call it with the client locked.
 * @param isRecord the money has left by what a bank or provider reports: then only what the database refuses stops its record
 * @throws Refusal `payments.restricted`, `payments.withdrawal_blocked`
 */
export async function checkHeldBack(
  app: App,
  tx: Tx,
  { id, clientId, kind }: PaymentRow,
  at: Date,
  isRecord = false,
): Promise<void> {
  const { by } = await tx.one<{ by: BlockedBy | null }>(sql`
    select ${blockedBy(at)} as by from payment p join person c on c.id = p.client_id where p.id = ${id}`);
  // The refusal of a restriction names its reason. Only there, decisions that were written past the program are found.
  if ((by === 'restriction' || by === null) && kind !== 'adjustment')
    await checkRestriction(app, tx, { clientId, kind, at });
  if (by && !(isRecord && !stopsRecords.has(by))) throw refuse('payments.withdrawal_blocked', { by });
}
