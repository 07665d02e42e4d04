import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { IpoStaffAction } from '#contract/ipo/staff-names.ts';
import type { StaffOfferingInfo } from '#contract/ipo/staff-records.ts';
import type { OfferingState } from '#contract/ipo/names.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { refuse } from '#server/platform/refusal.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import type { Person } from '#server/platform/session/session.ts';
import { lockOffering, type StaffOfferingRow } from '../offering-row.ts';
import { readStaffOffering } from '../read-offering.ts';
import { mayBe, type OfferingAction } from '../states.ts';

/** A member of staff who runs offerings. */
export interface Staff {
  me: Pick<Person, 'id' | 'roles'>;
  language: Language;
  key: string;
}

/** What an action writes to the audit log, besides the offering. */
export type Details = AuditDetails;

/**
 * Runs an action on an offering: once per key, under its lock, on the version that the actor has seen, and with an
 * audit entry. Returns the offering as it is now.
 * @throws Refusal `http.idempotency_mismatch`, `http.not_found`, `ipo_staff.state`, `ipo_staff.version`, and what `run`
 * throws
 */
export async function runAction(
  app: App,
  staff: Staff,
  action: OfferingAction,
  body: { stock_id: string; version?: number },
  run: Run,
): Promise<StaffOfferingInfo> {
  return onceAt(app, staff, action, body, (tx) => act(app, tx, staff.me, { ...body, action }, run));
}

type Run = (tx: Tx, offering: StaffOfferingRow) => Promise<Details | void>;

/**
 * Runs an action in the transaction of its caller, who sees to it that it runs once. Returns the id of the offering.
 * @throws Refusal `http.not_found`, `ipo_staff.state`, `ipo_staff.version`, and what `run` throws
 */
export async function act(
  app: App,
  tx: Tx,
  by: Actor,
  { action, stock_id: id, version }: { action: OfferingAction; stock_id: string; version?: number },
  run: Run,
): Promise<string> {
  const offering = await lockOffering(tx, id);
  if (!mayBe(action, offering)) throw refuse('ipo_staff.state');
  if (version !== undefined && version !== offering.version) throw refuse('ipo_staff.version');
  const details = await run(tx, offering);
  await note(app, tx, { me: by }, { action, offeringId: id, details: details ?? {} });
  return id;
}

/** Runs an action once per key; `run` returns the id of an offering, which is then read and returned. */
export async function onceAt(
  app: App,
  { me, key, language }: Staff,
  action: IpoStaffAction,
  body: object,
  run: (tx: Tx) => Promise<string>,
): Promise<StaffOfferingInfo> {
  const intent = { ownerId: me.id, key, action: `ipo_staff.${action}`, body };
  const id = await app.db.tx((tx) => runIdempotent(app, tx, intent, () => run(tx)));
  return readStaffOffering(app, me, language, id);
}

/** Writes an action to the audit log, which also gives the history of the offering. */
export const note = (
  app: App,
  tx: Tx,
  { me }: { me: Actor },
  of: { action: IpoStaffAction; offeringId: string; clientId?: string; details: Details },
): Promise<void> =>
  writeAudit(tx, app.clock, {
    actorId: me.id,
    action: `ipo_staff.${of.action}`,
    details: { offering: of.offeringId, ...of.details, ...keyDetail(me) },
    ...(of.clientId === undefined ? {} : { clientId: of.clientId }),
  });

/** Changes an offering and increments its version. */
export async function change(app: App, tx: Tx, { id }: StaffOfferingRow, changes: Sql = sql`id = id`): Promise<void> {
  await tx.run(sql`
    update ipo_offering set version = version + 1, updated_at = ${app.clock.now()}, ${changes} where id = ${id}`);
}

/** Moves an offering to another state, and emits the event. */
export async function moveTo(
  app: App,
  tx: Tx,
  offering: StaffOfferingRow,
  state: OfferingState,
  changes: Sql = sql``,
): Promise<void> {
  await change(app, tx, offering, sql`state = ${state} ${changes}`);
  await app.outbox.emit(tx, 'ipo.offering_changed', { offeringId: offering.id, state });
}
