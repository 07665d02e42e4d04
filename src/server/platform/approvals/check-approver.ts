import type { ApprovalKind } from '#contract/approval-names.ts';
import type { AuditDetails } from '#contract/audit-details.ts';
import { proposalDays, type ProposalKind } from '#contract/approval-request-names.ts';
import { roleDebtDays } from '#contract/approval-names.ts';
import { overseersBut } from '../administrators.ts';
import type { App } from '../app.ts';
import type { Queries, Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { isGenuine, isGenuinePerson, type Witness } from '../row-mac-check.ts';
import type { RowMac, SecuredTable } from '../row-macs.ts';
import { refuse, refuseField } from '../refusal.ts';

/** An approval that somebody is about to give. */
export interface Approval {
  /** The row that the first of the two has written, which has to be as it was written. */
  proposed: RowMac & { table: SecuredTable; key: string };
  kind: ApprovalKind | ProposalKind;
  /** Who proposed it; null for the first of two who approve a payment of a client. */
  authorId: string | null;
  approverId: string;
  proposedAt: Date;
  at: Date;
  /** Why it is to count although both act from one network or device. */
  overrule: string | undefined;
}

export type ApproverWorld = Witness & Pick<App, 'outbox'>;

type Fault = 'own' | 'no_role' | 'role_new' | 'readmitted' | 'author' | 'owes_role' | 'same_network';

/**
 * Explains why somebody may not approve, by the rule that the database enforces. The roles of both stay as they are until
 * the transaction ends. Administrators and compliance are told when the rule about one network is overruled.
 * @returns what the audit log keeps of an approval from one network or device
 * @throws Refusal as `approvalRefusals` lists them
 */
export async function checkApprover(app: ApproverWorld, tx: Tx, approval: Approval): Promise<AuditDetails> {
  const { kind, proposed, authorId, approverId, proposedAt, at, overrule = null } = approval;
  checkUnchanged(app, proposed);
  await lockPeople(tx, authorId, approverId);
  await requireGenuine(app, tx, approval);
  const { fault, same } = await tx.one<{ fault: Fault | null; same: boolean }>(sql`
    select approval_fault(${kind}, ${authorId}, ${approverId}, ${proposedAt}, ${at}, ${overrule}) as fault,
           coalesce(same_origin(${authorId}, ${approverId}, ${proposedAt}::timestamptz - interval '1 day'), false) as same`);
  if (fault === 'own' || fault === 'no_role') throw refuse('http.forbidden');
  if (fault === 'same_network') throw refuseField('overrule', 'approvals.same_network');
  if (fault) throw refuse(`approvals.${fault}`, { days: fault === 'owes_role' ? roleDebtDays : proposalDays });
  if (same && authorId !== null && overrule !== null)
    await tellOfOverrule(app, tx, { authorId, approverId, reason: overrule });
  return same ? { same_network: 'yes', ...(overrule !== null && { overrule }) } : {};
}

/** Which roles somebody has, the database knows; that the program gave them, only the MAC of their row says. */
async function requireGenuine(app: Witness, tx: Tx, { authorId, approverId }: Approval): Promise<void> {
  if (!(await isGenuinePerson(tx, app, approverId))) throw refuse('http.forbidden');
  if (authorId !== null && !(await isGenuinePerson(tx, app, authorId))) throw refuse('approvals.author_forged');
}

/** @throws Refusal `approvals.changed` for a row that was changed past the program */
export function checkUnchanged(world: Witness, { table, key, content, mac }: Approval['proposed']): void {
  if (!isGenuine(world, table, key, { content, mac })) throw refuse('approvals.changed');
}

async function tellOfOverrule(
  { outbox }: Pick<App, 'outbox'>,
  tx: Tx,
  { authorId, approverId, reason }: { authorId: string; approverId: string; reason: string },
): Promise<void> {
  const names = await tx.one<{ by: string; author: string }>(sql`
    select b.first_name || ' ' || b.second_name as by, a.first_name || ' ' || a.second_name as author
    from client b, client a where b.id = ${approverId} and a.id = ${authorId}`);
  const told = await overseersBut(tx, approverId);
  await outbox.emitEach(
    tx,
    'staff.network_overruled',
    told.map((staffId) => ({ staffId, ...names, reason })),
  );
}

/**
 * Locks the people whom `read` names, and answers once it names nobody else: somebody may join while this waits for a lock, and
 * to lock them after the others would break the order. Whoever adds to what `read` names must hold the lock of one of them.
 */
export async function lockPeopleOf(tx: Tx, read: () => Promise<readonly string[]>): Promise<void> {
  for (;;) {
    const people = await read();
    await tx.run(sql`savepoint people`);
    await lockPeople(tx, ...people);
    const now = await read();
    if (now.every((id) => people.includes(id))) return;
    await tx.run(sql`rollback to savepoint people`);
  }
}

/**
 * Locks people before anything of theirs, always in the order of their ids: whoever takes a role from one of them waits.
 */
export async function lockPeople(tx: Queries, ...ids: (string | null)[]): Promise<void> {
  await tx.run(
    sql`select from client where id = any(${ids.filter((id) => id !== null)}::uuid[]) order by id for no key update`,
  );
}
