import { maxDealingDays } from '#contract/staff/dealing-names.ts';
import type { ApprovalSubject } from '#contract/approvals/request-names.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import { overseersBut } from '#server/platform/people/administrators.ts';
import type { App } from '#server/platform/app.ts';
import { lockPeople } from '#server/platform/approvals/check-approver.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { ApprovalHandler } from '#server/platform/approvals/approval-handlers.ts';
import { requestApproval } from '#server/platform/approvals/request-approval.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { admit } from './admit.ts';

type Done = Promise<{ status: 'ok' }>;
type DealingSubject = Extract<ApprovalSubject, { kind: 'staff_dealing' }>;

interface Input extends Proof {
  client_id: string;
  scope: 'accounts' | 'offerings';
  stock_id?: string | undefined;
  until: string;
  reason: string;
}

/**
 * Requests that a person who sees offerings may deal on their own account.
 * @throws Refusal as `staff.propose_dealing` lists them
 */
export async function proposeDealing(app: App, me: Person, input: Input): Done {
  const { client_id: clientId, until, reason } = input;
  const key = await keyOf(app.db, input);
  await admit(app.db, me, clientId);
  checkUntil(app.clock.now(), until);
  const take = await prove(app, me, input);
  await app.db.tx(async (tx) => {
    await take(tx);
    await lockPeople(tx, me.id, clientId);
    const subject = { kind: 'staff_dealing', key, clientId } as const;
    const value = sql`jsonb_build_object('until', ${until}::text)`;
    await requestApproval(app, tx, me, { subject, value, reason, details: { ...noted(key), until } });
  });
  return { status: 'ok' };
}

/** @throws Refusal `http.not_found` of an offering that is not there */
async function keyOf(db: Queries, { scope, stock_id: offeringId }: Pick<Input, 'scope' | 'stock_id'>): Promise<string> {
  if (scope === 'accounts' || offeringId === undefined) return scope;
  if (!(await db.maybeOne(sql`select from ipo_offering where id = ${offeringId}`))) throw notFound();
  return offeringId;
}

/** @throws Refusal on `until`: `staff.dealing_until` */
function checkUntil(at: Date, until: string): void {
  const days = (Date.parse(until) - Date.parse(at.toISOString().slice(0, 10))) / 86_400_000;
  if (days < 0 || days > maxDealingDays) throw refuseField('until', 'staff.dealing_until');
}

/** The subject of an exception, as the audit log stores it: an offering by its id. */
const noted = (key: string): { about: string; offering?: string } =>
  key === 'accounts' || key === 'offerings'
    ? { about: `dealing_${key}` }
    : { about: 'dealing_offerings', offering: key };

/** Null where it is about trading accounts or all offerings. */
async function nameOfOffering(db: Queries, key: string): Promise<string | null> {
  if (key === 'accounts' || key === 'offerings') return null;
  const { name } = await db.one<{ name: string }>(sql`
    select issuer || ' (' || ticker || ')' as name from ipo_offering where id = ${key}`);
  return name;
}

/** An exception that two have agreed on. It takes the place of an earlier one about the same. */
export const dealingApproval = (app: App): ApprovalHandler => ({
  async apply(tx, me, { id, subject, value, reason, author, mark }, at) {
    const { clientId, key } = subject as DealingSubject;
    const { until } = value as { until: string };
    if (until < at.toISOString().slice(0, 10)) throw refuse('approvals.outdated');
    await tx.run(sql`
      update dealing_exception set ended_at = ${at}, ended_by = ${me.id}
      where client_id = ${clientId} and scope = ${key} and ended_at is null`);
    await tx.run(sql`
      insert into dealing_exception (id, client_id, scope, until, approval_request_id, started_at)
      values (${newId()}, ${clientId}, ${key}, ${until}, ${id}, ${at})`);
    const details = { ...noted(key), until, reason, proposed_by: author, ...mark };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, action: 'staff.allow_dealing', details });
    await notify(app, tx, me, { clientId, key, until, by: author });
  },
});

/**
 * Withdraws an exception; what was done by it stays.
 * @throws Refusal as `staff.end_dealing` lists them
 */
export async function endDealing(
  app: App,
  me: Person,
  { exception_id: id, reason, ...proof }: Proof & { exception_id: string; reason: string },
): Done {
  const found = await app.db.maybeOne<{ clientId: string; key: string; until: string }>(sql`
    select client_id as "clientId", scope as key, until::text as until from dealing_exception where id = ${id}`);
  if (!found) throw notFound();
  const { clientId, key, until } = found;
  await admit(app.db, me, clientId);
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    await lockPeople(tx, me.id, clientId);
    const ended = await tx.run(sql`
      update dealing_exception set ended_at = ${app.clock.now()}, ended_by = ${me.id} where id = ${id} and ended_at is null`);
    if (ended === 0) throw refuse('staff.dealing_over');
    const details = { ...noted(key), until, reason };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, action: 'staff.end_dealing', details });
    await notify(app, tx, me, { clientId, key, until, by: null });
  });
  return { status: 'ok' };
}

interface Notice {
  clientId: string;
  key: string;
  until: string;
  /** Who proposed it; null of one that was withdrawn. */
  by: string | null;
}

/** Notifies the person, and administrators and compliance except the one who acts. */
async function notify({ outbox }: App, tx: Tx, me: Person, { clientId, key, until, by }: Notice): Promise<void> {
  const { name } = await tx.one<{ name: string }>(sql`
    select full_name as name from person where id = ${clientId}`);
  const offering = await nameOfOffering(tx, key);
  const about = { clientId, name, scope: key === 'accounts' ? key : 'offerings', offering, until } as const;
  const message = [clientId, ...(await overseersBut(tx, me.id, clientId))];
  await outbox.emitEach(
    tx,
    'staff.dealing_changed',
    message.map((staffId) => ({
      staffId,
      ...about,
      by: by ?? me.fullName,
      approver: by === null ? null : me.fullName,
    })),
  );
}
