import { fromDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { isLockTimeout, type Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isGenuinePerson } from '#server/platform/secrets/row-mac-check.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { moveOn } from '../../lifecycle/move.ts';
import { lockPaymentRow } from '../../payment-row.ts';
import { evidenceColumns, isUnchanged, type Evidence, type Witnessed } from '../../unchanged.ts';
import { blockedBy } from '../held-back.ts';
import { moveToApproved } from '../pay-out.ts';
import { evaluate, inCents, type Verdict } from './evaluate.ts';
import { readFacts } from './facts.ts';
import { readRulesInEffect, readThresholds, whileDeciding, type RulesVersion } from './rules-in-effect.ts';

/**
 * Approves a withdrawal that its client has just confirmed, where a rule allows it; any other stays in the queue, with
 * the reason. In the transaction of the confirmation, with the client locked: it is decided on once, and never without
 * being in the queue. The limits, the second factor and the return to the source were checked for it just before.
 */
export async function approveByRule(app: App, tx: Tx, paymentId: string, at: Date): Promise<void> {
  const version = await readRulesInEffect(app, tx, whileDeciding);
  if (!version) return;
  const [payment] = await lockPaymentRow<Evidence>(tx, paymentId, evidenceColumns);
  if (!payment) throw new Error(`there is no withdrawal ${paymentId}`);
  const verdict = await decide(app, tx, payment, version, at);
  const move = { by: { kind: 'system' }, at } as const;
  if (verdict.missed === null) await moveOn(app, tx, payment, 'in_review', move);
  await tx.run(sql`
    insert into automatic_approval (payment_id, client_id, version_id, rule, missed, at)
    values (${paymentId}, ${payment.clientId}, ${version.id}, ${verdict.rule}, ${verdict.missed}, ${at})`);
  await signNewRow(tx, app.config, 'automatic_approval', sql`n.payment_id = ${paymentId}`);
  if (verdict.missed === null) await moveToApproved(app, tx, { ...payment, state: 'in_review' }, move);
}

/** Whether the database refused an approval that the facts of a moment ago allowed, or others held the day or the rules for long. */
export function isUndecided(error: unknown): boolean {
  if (error instanceof Error && isLockTimeout(error)) return true;
  const { constraint } = error as { constraint?: string };
  return constraint === 'automatic_approval_by_rule' || constraint === 'automatic_approval_day_cap';
}

async function decide(app: App, tx: Tx, payment: Witnessed, { rules }: RulesVersion, at: Date): Promise<Verdict> {
  const [[facts], thresholds, { clientWeek, isHeldBack }, isGenuine] = await Promise.all([
    readFacts(tx, sql`p.id = ${payment.id}`, rules),
    readThresholds(app, tx),
    // What holds back a withdrawal whose approval a person would give; and what rules and people alone have approved.
    tx.one<{ clientWeek: bigint; isHeldBack: boolean }>(sql`
      select ${blockedBy(at)} is not null as "isHeldBack",
             (select coalesce(sum(n.usd), 0)::bigint from automatic_approval n
              where n.client_id = p.client_id and n.missed is null and n.at > ${at}::timestamptz - interval '7 days')
             + (select coalesce(sum(r.alone_usd), 0)::bigint from approval_request r
                where r.client_id = p.client_id and r.decided_at > ${at}::timestamptz - interval '7 days' and r.alone_usd > 0) as "clientWeek"
      from payment p join person c on c.id = p.client_id where p.id = ${payment.id}`),
    isGenuinePerson(tx, app, payment.clientId),
  ]);
  if (!facts || isHeldBack || !isGenuine || !isUnchanged(app, payment)) return { rule: null, missed: 'held_back' };
  const on = (day: { dayCount: number; dayUsd: bigint }) =>
    evaluate(facts, { clientWeek, ...day }, inCents(rules), thresholds);
  const verdict = on({ dayCount: 0, dayUsd: 0n });
  // Only what would be approved waits for the others of the day.
  return verdict.missed === null ? on(await lockDay(tx, rules, at)) : verdict;
}

async function lockDay(tx: Tx, { day_count, day_total }: RulesVersion['rules'], at: Date) {
  const day = at.toISOString().slice(0, 10);
  await tx.run(sql`
    insert into automatic_approval_day (day, count, usd, max_count, max_usd)
    values (${day}, 0, 0, ${day_count}, ${fromDecimal(day_total, 'USD')}) on conflict do nothing`);
  return tx.one<{ dayCount: number; dayUsd: bigint }>(sql`
    select count as "dayCount", usd as "dayUsd" from automatic_approval_day where day = ${day} for update`);
}
