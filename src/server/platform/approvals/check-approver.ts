import type { StepKind } from '#contract/approvals/names.ts';
import type { AuditDetails } from '#contract/staff/audit-details.ts';
import { approvalRequestDays, type ApprovalRequestKind } from '#contract/approvals/request-names.ts';
import { roleDebtDays } from '#contract/approvals/names.ts';
import { overseersBut } from '../people/administrators.ts';
import type { App } from '../app.ts';
import type { Queries, Tx } from '../db/database.ts';
import { sql, type Sql } from '../db/sql.ts';
import { isGenuine, isGenuinePerson, type Witness } from '../secrets/row-mac-check.ts';
import { macColumns, type RowMac, type SecuredTable } from '../secrets/row-macs.ts';
import { refuse, refuseField } from '../refusal.ts';

/** An approval that a person is about to give. */
export interface Approval {
  /** The row that the first person has written, which must be unchanged. */
  proposed: RowMac & { table: SecuredTable; key: string };
  kind: StepKind | ApprovalRequestKind;
  /** Who proposed it; null for the first of two who approve a payment of a client. */
  authorId: string | null;
  approverId: string;
  proposedAt: Date;
  at: Date;
  /** Why the approval counts although both act from one network or device. */
  overrule: string | undefined;
}

export type ApproverWorld = Witness & Pick<App, 'outbox'>;

type Fault = 'own' | 'no_role' | 'role_new' | 'readmitted' | 'author' | 'owes_role' | 'same_network';

/**
 * Explains why a person may not approve, by the rule that the database enforces. The roles of both are locked until the
 * transaction ends. Administrators and compliance are notified when the rule about one network is overruled.
 * @returns what the audit log stores of an approval from one network or device
 * @throws Refusal as `approvalRefusals` lists them
 */
export async function checkApprover(app: ApproverWorld, tx: Tx, approval: Approval): Promise<AuditDetails> {
  const { kind, proposed, authorId, approverId, proposedAt, at, overrule = null } = approval;
  checkUnchanged(app, proposed);
  const [, , { fault, same }] = await Promise.all([
    lockPeople(tx, authorId, approverId),
    requireGenuine(app, tx, approval),
    tx.one<{ fault: Fault | null; same: boolean }>(sql`
      select approval_fault(${kind}, ${authorId}, ${approverId}, ${proposedAt}, ${at}, ${overrule}) as fault,
             coalesce(same_origin(${authorId}, ${approverId}, ${proposedAt}::timestamptz - interval '1 day'), false) as same`),
  ]);
  if (fault === 'own' || fault === 'no_role') throw refuse('http.forbidden');
  if (fault === 'same_network') throw refuseField('overrule', 'approvals.same_network');
  if (fault) throw refuse(`approvals.${fault}`, { days: fault === 'owes_role' ? roleDebtDays : approvalRequestDays });
  if (same && authorId !== null && overrule !== null)
    await notifyOverrule(app, tx, { authorId, approverId, reason: overrule });
  return same ? { same_network: 'yes', ...(overrule !== null && { overrule }) } : {};
}

/** The database knows the roles of both and how long they have held them; only MACs prove that the program wrote that. */
async function requireGenuine(app: Witness, tx: Tx, { authorId, approverId }: Approval): Promise<void> {
  const [isApproverGenuine, isAuthorGenuine] = await Promise.all([
    areRolesGenuine(tx, app, approverId),
    authorId === null || areRolesGenuine(tx, app, authorId),
  ]);
  if (!isApproverGenuine) throw refuse('http.forbidden');
  if (!isAuthorGenuine) throw refuse('approvals.author_forged');
}

/**
 * The person's row says which request gave them their roles, and how many there were; these requests say since when.
 */
async function areRolesGenuine(tx: Tx, app: Witness, id: string): Promise<boolean> {
  const [isPersonGenuine, isRequestMissing, areGenuine] = await Promise.all([
    isGenuinePerson(tx, app, id),
    isRoleRequestMissing(tx, sql`c.id = ${id}`),
    areRequestsGenuine(
      tx,
      app,
      sql`r.client_id = ${id} and r.kind = 'role' or r.id = (select roles_approval_request_id from person where id = ${id})`,
    ),
  ]);
  return isPersonGenuine && !isRequestMissing && areGenuine;
}

/** Whether these approval requests `r` are as the program wrote them; each forged one is reported. */
export async function areRequestsGenuine(db: Queries, world: Witness, which: Sql): Promise<boolean> {
  const requests = await db.rows<RowMac & { id: string }>(sql`
    select r.id, ${macColumns('approval_request')} from approval_request r where ${which}`);
  return requests.map((row) => isGenuine(world, 'approval_request', row.id, row)).every(Boolean);
}

/** Whether the database has another number of approved requests about the roles of one of these people `c` than it had. */
export async function isRoleRequestMissing(db: Queries, which: Sql): Promise<boolean> {
  const missing = await db.maybeOne(sql`
    select from person c
    where ${which} and c.role_requests <> (
      select count(*) from approval_request where client_id = c.id and kind = 'role' and state = 'approved') limit 1`);
  return missing !== undefined;
}

/** @throws Refusal `approvals.changed` for a row that was changed past the program */
export function checkUnchanged(world: Witness, { table, key, content, mac }: Approval['proposed']): void {
  if (!isGenuine(world, table, key, { content, mac })) throw refuse('approvals.changed');
}

async function notifyOverrule(
  { outbox }: Pick<App, 'outbox'>,
  tx: Tx,
  { authorId, approverId, reason }: { authorId: string; approverId: string; reason: string },
): Promise<void> {
  const names = await tx.one<{ by: string; author: string }>(sql`
    select b.full_name as by, a.full_name as author
    from person b, person a where b.id = ${approverId} and a.id = ${authorId}`);
  const recipients = await overseersBut(tx, approverId);
  await outbox.emitEach(
    tx,
    'staff.network_overruled',
    recipients.map((staffId) => ({ staffId, ...names, reason })),
  );
}

/**
 * Locks the people whom `read` names, and returns once it names no others: a person may join while this waits for a
 * lock, and to lock them after the others would break the order. A caller that adds to what `read` names must hold the
 * lock of one of them.
 * @param then what is read and locked after them, which travels with the locks and refuses nothing: it may be undone and done
 * once more
 * @param found what `read` has read already
 */
export async function lockPeopleOf<Locked = void>(
  tx: Tx,
  read: () => Promise<readonly string[]>,
  then?: () => Promise<Locked>,
  found?: readonly string[],
): Promise<Locked> {
  for (let people = found ?? (await read()); ;) {
    const [, , now, locked] = await Promise.all([
      tx.run(sql`savepoint people`),
      lockPeople(tx, ...people),
      read(),
      then?.(),
    ]);
    if (now.every((id) => people.includes(id))) return locked as Locked;
    await tx.run(sql`rollback to savepoint people`);
    people = await read();
  }
}

/**
 * Locks people before anything that belongs to them, always in the order of their ids: a call that takes a role from
 * one of them waits.
 */
export async function lockPeople(tx: Queries, ...ids: (string | null)[]): Promise<void> {
  await tx.run(
    sql`select from person where id = any(${ids.filter((id) => id !== null)}::uuid[]) order by id for no key update`,
  );
}
