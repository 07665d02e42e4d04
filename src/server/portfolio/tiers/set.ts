import type { TierName } from '#contract/portfolio/tier-names.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { ApprovalHandler } from '#server/platform/approvals/approval-handlers.ts';
import { requestApproval } from '#server/platform/approvals/request-approval.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';

const dayMs = 86_400_000;
/** So that staff review it after a year. */
const maxDays = 366;

interface Setting {
  client_id: string;
  tier: TierName;
  until: string;
  reason: string;
}

/**
 * Requests a tier for a client until the end of a day (UTC), whatever their equity. The administrator must prove who
 * they are, and another person approves, because a tier lowers fees and widens limits. It replaces what was set before.
 * @throws Refusal as `prove`, `portfolio.own_tier`; on fields: `auth.client_unknown`, `portfolio.tier_until`;
 * `approvals.request_open`
 */
export async function setTier(
  app: App,
  me: Person,
  { client_id, tier, until, reason, ...proof }: Setting & Proof,
): Promise<void> {
  const take = await prove(app, me, proof);
  if (client_id === me.id) throw refuse('portfolio.own_tier');
  await app.db.tx(async (tx) => {
    await take(tx);
    const { from } = await lockTier(tx, client_id);
    if (!mayEndOn(until, app.clock.now())) throw refuseField('until', 'portfolio.tier_until', { max: maxDays });
    const subject = { kind: 'tier', key: null, clientId: client_id } as const;
    const value = sql`jsonb_build_object('tier', ${tier}::text, 'until', ${until}::text)`;
    await requestApproval(app, tx, me, { subject, value, reason, details: { from, to: tier, until } });
  });
}

function mayEndOn(until: string, now: Date): boolean {
  const days = (Date.parse(until) - now.getTime()) / dayMs;
  return days > -1 && days <= maxDays;
}

/** A tier that two people agreed on. */
export const tierApproval = (app: App): ApprovalHandler => ({
  async apply(tx, me, { subject: { clientId }, value, reason, author, authorId, mark }, at) {
    if (clientId === null) throw new Error('a tier is of a client');
    const { tier, until } = value as { tier: TierName; until: string };
    const { from } = await lockTier(tx, clientId);
    if (!mayEndOn(until, at)) throw refuse('approvals.outdated');
    await tx.run(sql`
      insert into client_tier (client_id, earned_tier, override_tier, override_reason, override_by, override_until, since, changed_at, changed_by)
      values (${clientId}, 'standard', ${tier}, ${reason}, ${authorId}, ${until}, ${at.toISOString().slice(0, 10)}, ${at}, ${authorId})
      on conflict (client_id) do update
      set override_tier = excluded.override_tier, override_reason = excluded.override_reason,
          override_by = excluded.override_by, override_until = excluded.override_until,
          changed_at = excluded.changed_at, changed_by = excluded.changed_by`);
    const details = { from, to: tier, until, reason, proposed_by: author, ...mark };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, action: 'portfolio.set_tier', details });
    await notifyChange(app, tx, clientId, from, tier);
  },
});

/**
 * Ends what staff have set before its time; equity decides again.
 * @throws Refusal on `client_id`: `auth.client_unknown`, `portfolio.tier_not_set`
 */
export async function endSetTier(
  app: App,
  me: Person,
  { client_id, reason }: Pick<Setting, 'client_id' | 'reason'>,
): Promise<void> {
  await app.db.tx(async (tx) => {
    const { from } = await lockTier(tx, client_id);
    const ended = await tx.maybeOne<{ to: TierName }>(sql`
      update client_tier
      set override_tier = null, override_reason = null, override_by = null, override_until = null,
          changed_at = ${app.clock.now()}, changed_by = ${me.id}
      where client_id = ${client_id} and override_tier is not null
      returning tier as to`);
    if (!ended) throw refuseField('client_id', 'portfolio.tier_not_set');
    const details = { from, to: ended.to, reason };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId: client_id, action: 'portfolio.end_tier', details });
    await notifyChange(app, tx, client_id, from, ended.to);
  });
}

/** Serialises two actions on one client. */
async function lockTier(tx: Tx, clientId: string): Promise<{ from: TierName }> {
  const found = await tx.maybeOne(sql`select from person where id = ${clientId} for no key update`);
  if (!found) throw refuseField('client_id', 'auth.client_unknown');
  return tx.one<{ from: TierName }>(sql`select tier as from from client_benefit where client_id = ${clientId}`);
}

async function notifyChange(app: App, tx: Tx, clientId: string, from: TierName, to: TierName): Promise<void> {
  if (from === to) return;
  const on = app.clock.now().toISOString().slice(0, 10);
  await app.outbox.emit(tx, 'portfolio.tier_changed', { clientId, from, to, on });
}
