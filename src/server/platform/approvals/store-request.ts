import type { StepKind } from '#contract/approvals/names.ts';
import type { ApprovalRequestKind } from '#contract/approvals/request-names.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { sql, type Sql } from '../db/sql.ts';
import { newId } from '../id.ts';
import { openRow, signAtCommit } from '../secrets/row-macs.ts';

interface NewRequest {
  kind: StepKind | ApprovalRequestKind;
  key: string | null;
  clientId: string | null;
  /** The step, for kinds that have several. */
  action?: string;
  /** As JSON of the database. Without it, what the database finds now. */
  was?: Sql | undefined;
  value: Sql;
  reason: string | null;
  at: Date;
  /** Null for what stays open as long as its subject needs it. */
  expiresAt: Date | null;
}

/** Stores an open request, which gets its MAC at the commit. Returns its id; null when another one about the same is open. */
export async function insertRequest(
  { config }: Pick<App, 'config'>,
  tx: Tx,
  authorId: string,
  { kind, key, clientId, action, was, value, reason, at, expiresAt }: NewRequest,
): Promise<string | null> {
  const id = newId();
  const held = was ?? sql`approval_subject_status(${kind}, ${key}, ${clientId}, ${at})`;
  const added = await tx.run(sql`
    insert into approval_request (id, kind, key, client_id, action, was, value, reason, author_id, created_at, expires_at)
    values (${id}, ${kind}, ${key}, ${clientId}, ${action ?? null}, ${held}, ${value}, ${reason}, ${authorId}, ${at}, ${expiresAt})
    on conflict do nothing`);
  if (added === 0) return null;
  signAtCommit(tx, config, 'approval_request', id, sql`r.id = ${id}`);
  return id;
}

export interface Decision {
  state: 'approved' | 'declined' | 'withdrawn';
  byId: string;
  at: Date;
  note?: string | null | undefined;
  overrule?: string | undefined;
}

/** Ends an open request by the decision of a person. The database checks an approval once more. */
export async function endRequest(
  { config }: Pick<App, 'config'>,
  tx: Tx,
  id: string,
  decision: Decision,
): Promise<void> {
  await openRow(tx, config, 'approval_request', id, sql`r.id = ${id}`);
  await endOwnRequest(tx, id, decision);
}

/** The same of a request that the caller has stored in this transaction. */
export async function endOwnRequest(tx: Tx, id: string, { state, byId, at, note, overrule }: Decision): Promise<void> {
  await tx.run(sql`
    update approval_request set state = ${state}, decided_by = ${byId}, decided_at = ${at}, decision_note = ${note ?? null},
           overrule = ${(state === 'approved' && overrule) || null}
    where id = ${id}`);
}
