import { toDecimal } from '#contract/kernel/money.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { Simulation } from '#contract/payments/automatic-approval.ts';
import type { ApprovalCondition, withdrawalStates } from '#contract/payments/names.ts';
import type { AutomaticApproval } from '#contract/settings/values/automatic-approval.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { numberOf } from '../../payment-row.ts';
import { evaluate, inCents, type Thresholds, type Verdict } from './evaluate.ts';
import { readFacts, type Facts } from './facts.ts';
import { readThresholds } from './rules-in-effect.ts';

const days = 90;
const most = 20_000;
const listed = 50;
const weekMs = 7 * 86_400_000;

interface Tried {
  facts: Facts;
  verdict: Verdict;
}

/**
 * What rules would have approved in the last 90 days. For 24 hours from now these rules can be switched on.
 * @param rules in their own shape
 */
export async function simulateApproval(
  app: App,
  staffId: string,
  language: Language,
  rules: AutomaticApproval,
): Promise<Simulation> {
  const { db, clock } = app;
  const at = clock.now();
  const since = await firstOf(db, new Date(at.getTime() - days * 86_400_000));
  const [thresholds, facts] = await Promise.all([
    readThresholds(app, db),
    readFacts(db, sql`p.counted_at > ${since}`, rules),
  ]);
  await db.run(sql`
    insert into automatic_approval_simulation (sha256, at, by_id)
    values (automatic_approval_hash(${JSON.stringify(rules)}::jsonb), ${at}, ${staffId}) on conflict do nothing`);
  const tried = replay(facts, rules, thresholds);
  const { missed, ...simulation } = show(tried, rules);
  return {
    ...simulation,
    since: since.toISOString(),
    missed: missed.map((each) => ({
      ...each,
      condition: app.text(language, 'names.missed_condition', { condition: each.condition }),
    })),
  };
}

/** From when on there are no more withdrawals than can be tried at once. */
async function firstOf(db: Queries, from: Date): Promise<Date> {
  const last = await db.maybeOne<{ at: Date }>(sql`
    select p.counted_at as at from payment p where p.kind = 'withdrawal' and p.counted_at > ${from}
    order by p.counted_at desc offset ${most} limit 1`);
  return last?.at ?? from;
}

/** Decides on each in the order in which they came, with what the rules themselves would have approved before. */
export function replay(latestFirst: readonly Facts[], rules: AutomaticApproval, thresholds: Thresholds): Tried[] {
  const prepared = inCents(rules);
  const ofDays = new Map<string, { dayCount: number; dayUsd: bigint }>();
  const ofClients = new Map<string, { at: number; usd: bigint }[]>();
  return latestFirst.toReversed().map((facts) => {
    const { clientId, at, usd } = facts;
    const date = at.toISOString().slice(0, 10);
    const day = ofDays.get(date) ?? { dayCount: 0, dayUsd: 0n };
    const week = (ofClients.get(clientId) ?? []).filter((each) => each.at > at.getTime() - weekMs);
    const clientWeek = week.reduce((sum, each) => sum + each.usd, 0n);
    const verdict = evaluate(facts, { clientWeek, ...day }, prepared, thresholds);
    if (verdict.missed === null) {
      ofDays.set(date, { dayCount: day.dayCount + 1, dayUsd: day.dayUsd + usd });
      week.push({ at: at.getTime(), usd });
    }
    ofClients.set(clientId, week);
    return { facts, verdict };
  });
}

/** Staff turned it down, or the money came back. */
const wasRefused = ({ facts: { state } }: Tried): boolean => state === 'rejected' || state === 'failed';

function count(tried: readonly Tried[]) {
  return {
    count: tried.length,
    usd: toDecimal(
      tried.reduce((sum, { facts }) => sum + facts.usd, 0n),
      'USD',
    ),
  };
}

function show(tried: readonly Tried[], { rules }: AutomaticApproval) {
  const approved = tried.filter(({ verdict }) => verdict.missed === null).toReversed();
  const missed = new Map<string, { rule: string | null; condition: ApprovalCondition; count: number }>();
  for (const { verdict } of tried) {
    if (verdict.missed === null) continue;
    const { rule, missed: condition } = verdict;
    const key = JSON.stringify([rule, condition]);
    missed.set(key, { rule, condition, count: (missed.get(key)?.count ?? 0) + 1 });
  }
  return {
    ...count(tried),
    rules: rules.map(({ name }) => {
      const own = approved.filter(({ verdict }) => verdict.rule === name);
      return { name, ...count(own), refused: count(own.filter(wasRefused)) };
    }),
    missed: [...missed.values()].toSorted((one, other) => other.count - one.count),
    approved: approved
      .toSorted((one, other) => Number(wasRefused(other)) - Number(wasRefused(one)))
      .slice(0, listed)
      .map(({ facts, verdict }) => ({
        payment_id: facts.paymentId,
        number: numberOf(facts),
        rule: verdict.rule ?? '',
        usd: toDecimal(facts.usd, 'USD'),
        state: facts.state as (typeof withdrawalStates)[number],
        at: facts.at.toISOString(),
      })),
  };
}
