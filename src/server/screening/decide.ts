import { z } from 'zod';
import { hitDecisions, type HitDecision, type HitKind, type HitState } from '#contract/screening/names.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { ApprovalHandler } from '#server/platform/approvals/approval-handlers.ts';
import { requestApproval } from '#server/platform/approvals/request-approval.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { openRow } from '#server/platform/secrets/row-macs.ts';
import type { Person } from '#server/platform/session/session.ts';
import { takesTwo } from './takes-two.ts';

interface Locked {
  id: string;
  clientId: string;
  kind: HitKind;
  state: HitState;
  caption: string;
  entityId: string;
}

type Decision = { hit_id: string; reason: string } & Proof;

/** What a request is about; one without a decision was made when only clearing took two people. */
const hitDecision = z.object({ decision: z.enum(hitDecisions).default('cleared') });

/**
 * Decides that the entity is someone else, which another person has to approve.
 * @throws Refusal as `screening.clear` lists them
 */
export const clearHit = (app: App, me: Person, decision: Decision): Promise<void> =>
  decideOrRequest(app, me, 'cleared', decision);

/**
 * Decides that the entity is who it resembles, or requests it where that releases payments.
 * @throws Refusal as `screening.confirm` lists them
 */
export const confirmHit = (app: App, me: Person, decision: Decision): Promise<void> =>
  decideOrRequest(app, me, 'confirmed', decision);

async function decideOrRequest(
  app: App,
  me: Person,
  decision: HitDecision,
  { hit_id: id, reason, ...proof }: Decision,
): Promise<void> {
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    const hit = await lockHit(tx, me, id);
    if (!isDecidable(hit, decision)) throw refuse('screening.decided');
    if (!takesTwo(hit, decision)) return decide(app, tx, { hit, state: decision, reason, byId: me.id });
    await requestApproval(app, tx, me, {
      subject: { kind: 'screening', key: id, clientId: hit.clientId },
      value: sql`jsonb_build_object('caption', ${hit.caption}::text, 'entity', ${hit.entityId}::text, 'decision', ${decision}::text)`,
      reason,
      details: { about: 'screening', hit: hit.caption, entity: hit.entityId, decision },
    });
  });
}

const isDecidable = ({ state }: Locked, decision: HitDecision) =>
  decision === 'cleared' ? state !== 'cleared' : state === 'open';

/** A decision that two people agreed on. */
export const hitApproval = (app: App): ApprovalHandler => ({
  async apply(tx, me, { id: requestId, subject, value, reason, author, authorId, mark }) {
    const hit = await lockHit(tx, me, subject.key ?? '');
    const { decision } = hitDecision.parse(value);
    if (!isDecidable(hit, decision)) throw refuse('approvals.outdated');
    await decide(app, tx, {
      hit,
      state: decision,
      reason,
      byId: authorId,
      requestId,
      actorId: me.id,
      more: { proposed_by: author, ...mark },
    });
  },
});

/** With the client locked, as each step of their payments does. @throws Refusal `http.not_found`, `screening.own_hit` */
async function lockHit(tx: Tx, me: Pick<Person, 'id'>, id: string): Promise<Locked> {
  const of = await tx.maybeOne<{ clientId: string }>(sql`
    select client_id as "clientId" from screening_hit where id = ${id} and superseded_at is null`);
  if (!of) throw notFound();
  if (of.clientId === me.id) throw refuse('screening.own_hit');
  await tx.run(sql`select from person where id = ${of.clientId} for no key update`);
  const hit = await tx.maybeOne<Locked>(sql`
    select id, client_id as "clientId", kind, state, caption, entity_id as "entityId"
    from screening_hit where id = ${id} and superseded_at is null`);
  if (!hit) throw notFound();
  return hit;
}

interface Outcome {
  hit: Locked;
  state: HitDecision;
  reason: string;
  /** Whose reason it is. */
  byId: string;
  requestId?: string;
  /** Who approved it. */
  actorId?: string;
  more?: Record<string, string>;
}

async function decide(
  app: App,
  tx: Tx,
  { hit, state, reason, byId, requestId, actorId, more }: Outcome,
): Promise<void> {
  const { id, clientId, caption, entityId } = hit;
  await openRow(tx, app.config, 'screening_hit', id, sql`h.id = ${id}`);
  await tx.run(sql`
    update screening_hit set state = ${state}, decided_at = ${app.clock.now()}, decided_by = ${byId}, reason = ${reason},
           approval_request_id = ${requestId ?? null}
    where id = ${id}`);
  await writeAudit(tx, app.clock, {
    actorId: actorId ?? byId,
    clientId,
    action: state === 'cleared' ? 'screening.clear' : 'screening.confirm',
    details: { hit: caption, entity: entityId, reason, ...more },
  });
}
