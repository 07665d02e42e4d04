import type { CheckProblem } from '#contract/verification/names.ts';
import type { HeldBack } from '#contract/verification/check.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { IdentityResult } from '#server/platform/connections/ports/identity.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { approveDocument } from '../approve-document.ts';
import { dayOf } from '../document-row.ts';
import { closedFor, insertDocument } from '../send-document.ts';
import { lockClient, settle } from '../settle.ts';
import { checkColumns, type CheckRow, type Identifier } from './check-row.ts';
import { heldBackBy } from './held-back.ts';
import { judge } from './judge.ts';

/**
 * Stores an answer of the provider and what follows: an approval becomes a document that waits for staff, or that is approved where
 * the connection lets it and nothing speaks against it; anything that does not fit waits for them as a problem. An answer to an earlier question than the stored one is dropped.
 * @throws Error while staff review the case, so that the event comes again
 */
export async function recordResult(
  app: App,
  identifier: Identifier,
  { id, clientId, asked }: Pick<CheckRow, 'id' | 'clientId'> & { asked: number },
  result: IdentityResult | null,
): Promise<void> {
  await app.db.tx(async (tx) => {
    await lockClient(tx, clientId);
    const check = await tx.maybeOne<CheckRow>(sql`
      select ${checkColumns} from verification_check k where k.id = ${id} and k.answered < ${asked} for update`);
    if (!check) return;
    const at = app.clock.now();
    const verdict = judge(check, identifier, result, app.config.demo);
    const { state, isOurs } = verdict;
    const { problem, heldBack, documentId }: Followed =
      verdict.problem === 'other_client'
        ? { problem: verdict.problem }
        : await follow(app, tx, { check, identifier }, result, verdict);
    const reasons = isOurs ? await openReasons(tx, result) : [];
    await tx.run(sql`
      update verification_check
      set answered = ${asked}, state = ${state}, problem = ${problem}, held_back = coalesce(${heldBack ?? null}::text[], held_back),
          applicant_id = coalesce(applicant_id, ${isOurs ? (result?.applicant ?? null) : null}),
          level = case when ${isOurs} then ${result?.level ?? null} else level end,
          labels = case when ${isOurs} then ${(result?.labels ?? []).map(({ label }) => label)}::text[] else labels end,
          reasons = case when ${isOurs} then ${reasons}::text[] else reasons end,
          person_name = case when ${isOurs} then ${result?.person?.name ?? null} else person_name end,
          birth_on = case when ${isOurs} then ${result?.person?.birthOn ?? null}::date else birth_on end
      where id = ${id}`);
    const changed = state !== check.state || problem !== check.problem;
    if (!changed) return;
    // What was noted was about the former problem.
    await tx.run(sql`
      update verification_check set changed_at = ${at}, note = null, noted_by = null, noted_at = null where id = ${id}`);
    const changesLevel = await settle(app, tx, clientId);
    if (documentId !== undefined)
      await app.outbox.emit(tx, 'verification.document_accepted', { clientId, documentId, changesLevel });
  });
}

interface Followed {
  /** What is left for staff to look at. */
  problem: CheckProblem | null;
  /** Why the rule of the connection did not approve; nothing stays as it was. */
  heldBack?: HeldBack[];
  /** What that rule approved. */
  documentId?: string;
}

interface Asked {
  check: CheckRow;
  identifier: Identifier;
}

/** Makes or takes back the proposal. */
async function follow(
  app: App,
  tx: Tx,
  { check, identifier }: Asked,
  result: IdentityResult | null,
  { state, problem }: { state: string; problem: CheckProblem | null },
): Promise<Followed> {
  const own = await tx.rows<{ state: string }>(sql`
    select state from verification_document where check_id = ${check.id} and state in ('pending', 'approved') for update`);
  if (state !== 'approved') {
    await tx.run(sql`
      update verification_document set state = 'replaced' where check_id = ${check.id} and state = 'pending'`);
    return { problem: own.some((document) => document.state === 'approved') ? 'withdrawn' : problem, heldBack: [] };
  }
  // Proposed once: what staff have rejected does not come again with the next event.
  if (check.state === 'approved') return { problem: check.problem };
  return own.length > 0 ? { problem: null } : propose(app, tx, { check, identifier }, result);
}

async function propose(
  app: App,
  tx: Tx,
  { check, identifier }: Asked,
  result: IdentityResult | null,
): Promise<Followed> {
  const { id, clientId } = check;
  const at = app.clock.now();
  const closed = await closedFor(tx, clientId, 'identity', at);
  if (closed === 'in_review') throw new Error('staff are reviewing the case');
  if (closed === 'not_needed') return { problem: null };
  const document = result?.document;
  if (closed || !document || document.expiresOn <= dayOf(at)) return { problem: 'unusable' };
  const { type, number, expiresOn } = document;
  const described = { type, number, issued_on: null, expires_on: expiresOn };
  const documentId = await insertDocument(tx, clientId, { kind: 'identity', ...described, checkId: id }, at);
  // One that is turned off approves nothing: one person stops it at once.
  if (!identifier.port.approves || !identifier.isOn) return { problem: null };
  const heldBack = await heldBackBy(app, tx, check, result?.person ?? null);
  if (heldBack.length > 0) return { problem: null, heldBack };
  await approveDocument(tx, { id: documentId, clientId, kind: 'identity' }, { by: null, at, expiresOn });
  await writeAudit(tx, app.clock, {
    actorId: clientId,
    clientId,
    action: 'verification.approve_check',
    details: { connection: identifier.name, adapter: identifier.adapter, kind: 'identity' },
  });
  return { problem: null, heldBack, documentId };
}

/** The reasons for the labels, as far as the broker still gives them. */
async function openReasons(tx: Tx, result: IdentityResult | null): Promise<string[]> {
  const codes = (result?.labels ?? []).flatMap(({ reason }) => reason ?? []);
  const rows = await tx.rows<{ code: string }>(sql`
    select code from reason where purpose = 'document' and code = any(${codes}) and active order by position`);
  return rows.map(({ code }) => code);
}
