import type { PaymentLimits } from '#contract/payments/endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readAllowance, coolingOffUntil, type Allowance, type Direction } from './limits.ts';
import { needsSecondFactor } from './withdrawals/second-factor.ts';
import { readPause, formatRestriction } from './restrictions.ts';

/** The own rights and limits, for the screen. */
export async function showLimits(app: App, me: Person, language: Language): Promise<PaymentLimits> {
  const at = app.clock.now();
  const read = (kind: Direction) => readAllowance(app.db, { clientId: me.id, kind, at });
  const [deposit, withdrawal, until] = [
    await read('deposit'),
    await read('withdrawal'),
    await coolingOffUntil(app.db, me.id, at),
  ];
  const restricted = async (kind: Direction) => {
    const restriction = await readPause(app, app.db, { clientId: me.id, kind, at });
    return {
      restricted: restriction && { reason: formatRestriction(app, language, restriction), until: restriction.until },
    };
  };
  return {
    level: deposit.level,
    deposit: { ...showAllowance(deposit), ...(await restricted('deposit')) },
    withdrawal: { ...showAllowance(withdrawal), ...(await restricted('withdrawal')) },
    withdrawals_blocked_until: until?.toISOString() ?? null,
    second_factor_needed: await needsSecondFactor(app, app.db, me.id),
  };
}

function showAllowance(of: Allowance): Omit<PaymentLimits['deposit'], 'restricted'> {
  const usd = (amount: bigint) => toDecimal(amount > 0n ? amount : 0n, 'USD');
  const row = (span: 'operation' | 'day' | 'month', limit: bigint | null, used: bigint | null) => ({
    span,
    limit: limit === null ? null : usd(limit),
    used: used === null ? null : usd(used),
    left: limit === null || used === null ? null : usd(limit - used),
  });
  return {
    allowed: of.allowed,
    level_needed: of.levelNeeded,
    own: of.isOwn ? { until: of.ownUntil } : null,
    limits: [
      row('operation', of.perOperation, null),
      row('day', of.perDay, of.usedDay),
      row('month', of.perMonth, of.usedMonth),
    ],
  };
}
