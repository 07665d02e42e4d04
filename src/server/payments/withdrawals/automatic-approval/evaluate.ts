import { riskRatings } from '#contract/clients/risk-names.ts';
import { fromDecimal } from '#contract/kernel/money.ts';
import type { ApprovalCondition } from '#contract/payments/names.ts';
import type { AutomaticApproval, AutomaticApprovalRule } from '#contract/settings/values/automatic-approval.ts';
import type { Facts } from './facts.ts';

/** What was approved before, in US cents. */
export interface Approved {
  /** For the client in 7 days, by rules and by one person alone. */
  clientWeek: bigint;
  /** For all clients on the day. */
  dayCount: number;
  dayUsd: bigint;
}

type Amount = 'max_amount' | 'max_day' | 'max_month';

/** Rules with their amounts in US cents. */
export interface RulesInCents {
  dayCount: number;
  dayUsd: bigint;
  rules: (Omit<AutomaticApprovalRule, Amount> & Record<Amount, bigint>)[];
}

const cents = (usd: string) => fromDecimal(usd, 'USD');

export const inCents = ({ day_count: dayCount, day_total: dayTotal, rules }: AutomaticApproval): RulesInCents => ({
  dayCount,
  dayUsd: cents(dayTotal),
  rules: rules.map((rule) => ({
    ...rule,
    max_amount: cents(rule.max_amount),
    max_day: cents(rule.max_day),
    max_month: cents(rule.max_month),
  })),
});

/** The rule that approves, or the one that was the nearest and the first condition that it misses. */
export type Verdict = { rule: string; missed: null } | { rule: string | null; missed: ApprovalCondition };

/** From when on an approval takes two people, in US cents. */
export interface Thresholds {
  /** For one withdrawal, and for what was approved for its client in 7 days. */
  secondApproverFrom: bigint;
  /** For what one approver approves in a day. */
  approverDayTotal: bigint;
}

/** Whether a rule approves a withdrawal. Nothing that takes two people is approved. */
export function evaluate(
  facts: Facts,
  approved: Approved,
  { rules, ...cap }: RulesInCents,
  { secondApproverFrom, approverDayTotal }: Thresholds,
): Verdict {
  const always: [ApprovalCondition, boolean][] = [
    ['held_back', facts.heldBack],
    ['finding', facts.hasFinding],
    ['name', !facts.nameMatches],
    ['shared', facts.isShared],
  ];
  const stop = always.find(([, misses]) => misses);
  if (stop) return { rule: null, missed: stop[0] };
  const tried = rules.map((rule) => ({ rule: rule.name, missed: missedBy(facts, rule) }));
  const found = tried.find(({ missed }) => missed.length === 0);
  if (!found) return nearestOf(tried);
  const { rule } = found;
  if (facts.needsTwo || approved.clientWeek + facts.usd >= secondApproverFrom) return { rule, missed: 'two_people' };
  const dayUsd = cap.dayUsd < approverDayTotal ? cap.dayUsd : approverDayTotal;
  const isOverCap = approved.dayCount >= cap.dayCount || approved.dayUsd + facts.usd > dayUsd;
  return isOverCap ? { rule, missed: 'day_cap' } : { rule, missed: null };
}

/** What a rule demands, in the order in which it is named. */
function missedBy(facts: Facts, rule: RulesInCents['rules'][number]): ApprovalCondition[] {
  const misses: [ApprovalCondition, boolean][] = [
    ['method', !(rule.methods as readonly string[]).includes(facts.method)],
    ['currency', !facts.hasRate || (rule.currencies.length > 0 && !rule.currencies.includes(facts.currency))],
    ['amount', facts.usd > rule.max_amount],
    ['level', facts.level < rule.min_level],
    ['risk', riskRatings.indexOf(facts.risk) > riskRatings.indexOf(rule.max_risk ?? 'high')],
    ['account_age', facts.accountDays < rule.account_days],
    ['destination_age', facts.destinationDays < rule.destination_days],
    ['first_use', rule.used_before && !facts.usedBefore],
    ['source', rule.to_source && !facts.toSource],
    ['day_sum', facts.dayUsd > rule.max_day],
    ['month_sum', facts.monthUsd > rule.max_month],
  ];
  return misses.filter(([, isMissed]) => isMissed).map(([condition]) => condition);
}

/** The rule that misses the fewest conditions, the first of them if several do. */
function nearestOf(tried: readonly { rule: string; missed: ApprovalCondition[] }[]): Verdict {
  const [nearest] = tried.toSorted((one, other) => one.missed.length - other.missed.length);
  return { rule: nearest?.rule ?? null, missed: nearest?.missed[0] ?? 'method' };
}
