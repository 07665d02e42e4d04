import { riskRatings, type RiskRating } from '#contract/clients/risk-names.ts';
import type { AuditDetails } from '#contract/staff/audit-details.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { ApprovalHandler } from '#server/platform/approvals/approval-handlers.ts';
import { requestApproval } from '#server/platform/approvals/request-approval.ts';
import { newId } from '#server/platform/id.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import type { Person } from '#server/platform/session/session.ts';

interface Rated extends Proof {
  client_id: string;
  rating: RiskRating;
  reason: string;
}

/**
 * Rates the risk of a client. Rules of automatic approval follow at once; a lower rating, with which they may approve
 * more, needs an approval.
 * @throws Refusal `staff.own_profile`, what `prove` throws, `auth.client_unknown`, `approvals.request_open`
 */
export async function setRisk(
  app: App,
  me: Person,
  { client_id: clientId, rating, reason, ...proof }: Rated,
): Promise<{ outcome: 'changed' | 'proposed' }> {
  if (clientId === me.id) throw refuse('staff.own_profile');
  const take = await prove(app, me, proof);
  return app.db.tx(async (tx) => {
    await take(tx);
    const was = await lockRating(tx, clientId);
    if (was === undefined) throw refuseField('client_id', 'auth.client_unknown');
    if (rankOf(rating) < rankOf(was)) {
      const subject = { kind: 'risk', key: null, clientId } as const;
      const value = sql`to_jsonb(${rating}::text)`;
      await requestApproval(app, tx, me, { subject, value, reason, details: fromTo(was, rating) });
      return { outcome: 'proposed' };
    }
    await storeRating(app, tx, me, { clientId, was, rating, reason, setBy: me.id, at: app.clock.now() });
    return { outcome: 'changed' };
  });
}

/** A rating that two people agreed on. */
export const riskApproval = (app: App): ApprovalHandler => ({
  async apply(tx, me, { id: approvalRequestId, subject: { clientId }, value, reason, authorId, author, mark }, at) {
    if (clientId === null) throw new Error('a risk rating is of a client');
    const was = (await lockRating(tx, clientId)) ?? null;
    const more = { proposed_by: author, ...mark };
    const rating = value as RiskRating;
    await storeRating(app, tx, me, { clientId, was, rating, reason, setBy: authorId, at, approvalRequestId, more });
  },
});

const rankOf = (rating: RiskRating | null): number => riskRatings.indexOf(rating ?? 'high');

const fromTo = (was: RiskRating | null, rating: RiskRating): AuditDetails => ({ from: was ?? 'none', to: rating });

/** Undefined where there is no such client, null without a rating. */
async function lockRating(tx: Tx, clientId: string): Promise<RiskRating | null | undefined> {
  const found = await tx.maybeOne<{ rating: RiskRating | null }>(sql`
    select risk_rating as rating from person where id = ${clientId} for no key update`);
  return found?.rating;
}

interface Stored {
  clientId: string;
  was: RiskRating | null;
  rating: RiskRating;
  reason: string;
  setBy: string;
  at: Date;
  /** The approved request. */
  approvalRequestId?: string;
  more?: AuditDetails;
}

async function storeRating(app: App, tx: Tx, me: Person, of: Stored): Promise<void> {
  const { clientId, was, rating, reason, setBy, at, approvalRequestId = null, more } = of;
  await openPerson(tx, app.config, clientId);
  await tx.run(sql`
    insert into client_risk (id, client_id, was, rating, reason, set_by, approval_request_id, at)
    values (${newId()}, ${clientId}, ${was}, ${rating}, ${reason}, ${setBy}, ${approvalRequestId}, ${at})`);
  const details = { ...fromTo(was, rating), reason, ...more };
  await writeAudit(tx, app.clock, { actorId: me.id, clientId, action: 'clients.set_risk', details });
  if (rating !== was) await app.outbox.emit(tx, 'clients.risk_changed', { clientId, risk: rating });
}
