import type { ProviderFinding } from '#contract/payments/names.ts';
import type { Money } from '#server/platform/connections/outcome.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';

export interface NewFinding {
  paymentId: string;
  kind: ProviderFinding;
  /** What the provider calls the object, so that it is found once. */
  subject?: string;
  amount?: Money | null;
  answerBy?: Date | null;
  at: Date;
  /**
   * What was found of the same event before more was known; while that is open, it becomes this one. Without a subject, one of
   * the kind: the greatest sum is what counts, so an older reading of less changes nothing.
   */
  insteadOf?: { kind: ProviderFinding; subject?: string };
}

/**
 * Notes what staff have to look at, once, and updates their screens: the same event again, or a restart, adds nothing, also
 * after staff have closed it.
 */
export async function addFinding({ realtime }: Pick<App, 'realtime'>, tx: Tx, of: NewFinding): Promise<void> {
  const { paymentId, kind, subject = '', amount = null, answerBy = null, at, insteadOf } = of;
  if (insteadOf && insteadOf.subject === undefined) {
    const atLeast = await tx.maybeOne(sql`
      select from provider_finding
      where payment_id = ${paymentId} and kind = ${insteadOf.kind} and amount >= coalesce(${amount?.minor ?? null}::bigint, 0)
        and currency = coalesce(${amount?.currency ?? null}::text, currency) limit 1`);
    if (atLeast) return;
  }
  const isKnown = sql`select from provider_finding where payment_id = ${paymentId} and kind = ${kind} and subject = ${subject}`;
  const changed =
    insteadOf &&
    (await tx.run(sql`
      update provider_finding
      set kind = ${kind}, subject = ${subject}, amount = ${amount?.minor ?? null}, currency = ${amount?.currency ?? null}
      where not exists (${isKnown}) and id = (
        select id from provider_finding
        where payment_id = ${paymentId} and kind = ${insteadOf.kind} and subject = coalesce(${insteadOf.subject ?? null}, subject) and closed_at is null
        order by amount desc nulls last limit 1)`));
  if (changed) return realtime.notifyQueues(tx, 'queue.payments');
  const added = await tx.run(sql`
    insert into provider_finding (id, payment_id, kind, subject, amount, currency, answer_by, found_at)
    values (${newId()}, ${paymentId}, ${kind}, ${subject}, ${amount?.minor ?? null}, ${amount?.currency ?? null}, ${answerBy}, ${at})
    on conflict (payment_id, kind, subject) do nothing`);
  if (added > 0) await realtime.notifyQueues(tx, 'queue.payments');
}

/**
 * Money that came back for a closed account, which the ledger takes none for, waits for staff. It is booked after a reopening, unless
 * they have handled it.
 * @returns null when it can be booked
 */
export async function leaveForClosed(
  app: Pick<App, 'realtime'>,
  tx: Tx,
  clientId: string,
  finding: Omit<NewFinding, 'subject'> & { subject: string },
): Promise<'waiting' | 'handled' | null> {
  const { isClosed, isHandled } = await tx.one<{ isClosed: boolean; isHandled: boolean }>(sql`
    select c.closed_at is not null as "isClosed", exists (
      select from provider_finding f
      where f.payment_id = ${finding.paymentId} and f.kind = ${finding.kind} and f.subject = ${finding.subject}
        and f.closed_at is not null) as "isHandled"
    from person c where c.id = ${clientId}`);
  if (isHandled) return 'handled';
  if (!isClosed) return null;
  await addFinding(app, tx, finding);
  return 'waiting';
}
