import type { HeldBack } from '#contract/payment-names.ts';
import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { clientLevel } from '#server/platform/client-state.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { countsAt } from '#server/platform/overrides.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { PaymentRow } from './payment-row.ts';
import { checkStop } from './restrictions.ts';

/**
 * What keeps payment `p` of client `c` back at a time, of `heldBackBy`; null while it may go on. A client was asked all of
 * this when he confirmed his withdrawal, and it is asked again before the money leaves: his profile may have come into
 * strange hands meanwhile. `positions`: the client is long on one trading account and short on another in one instrument, or
 * has a loss on one that the house has laid out.
 */
export const heldBack = (at: Date): Sql => sql`
  (select case
     when exists (select from payment_stop o where o.client_id = p.client_id and o.kind = p.kind and ${countsAt(at)}) then 'stop'
     when p.kind <> 'withdrawal' then null
     when c.blocked_at is not null then 'blocked'
     when c.frozen_at is not null then 'frozen'
     when c.security_changed_at + s.withdrawal_rest_hours * interval '1 hour' > ${at} then 'rest'
     when not r.allowed then 'level'
     when exists (select from paper_mirrored_book m where m.client_id = c.id)
       or exists (select from trading_account t join paper_account a on a.number = t.number
                  where t.client_id = c.id and a.advance > 0) then 'positions' end
   from payment_setting s left join payment_right r
     on r.kind = p.kind and r.level = ${clientLevel})`;

/** Call it with the client locked. @throws Refusal `payments.stopped`, `payments.held_back` */
export async function checkHeldBack(
  app: App,
  tx: Tx,
  language: Language,
  { id, clientId, kind }: PaymentRow,
  at: Date,
): Promise<void> {
  const { by } = await tx.one<{ by: HeldBack | null }>(sql`
    select ${heldBack(at)} as by from payment p join client c on c.id = p.client_id where p.id = ${id}`);
  // What staff have stopped says why.
  if (by === 'stop' && kind !== 'adjustment') await checkStop(app, tx, language, { clientId, kind, at });
  if (by) throw refuse('payments.held_back', { by });
}
