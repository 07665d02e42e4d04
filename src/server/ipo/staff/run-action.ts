import type { AuditDetails } from '#contract/audit-details.ts';
import type { IpoDeskAct } from '#contract/ipo-staff-names.ts';
import type { DeskOfferingInfo } from '#contract/ipo-staff-records.ts';
import type { OfferingState } from '#contract/ipo-names.ts';
import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { once } from '#server/platform/idempotency.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { lockOffering, type DeskRow } from './offering-row.ts';
import { readDeskOffering } from './read-offering.ts';
import { mayBe, type OfferingAct } from './states.ts';

/** One of those who run the desk. */
export interface Staff {
  me: Pick<Client, 'id' | 'roles'>;
  language: Language;
  key: string;
}

/** What an act leaves in the audit log, besides the offering. */
export type Details = AuditDetails;

/**
 * Does an act on an offering: once per key, under its lock, on what the actor has seen, and written down. Answers with the
 * offering as it is now.
 * @throws Refusal `http.idempotency_mismatch`, `http.not_found`, `ipo_desk.state`, `ipo_desk.version`, and what `run` throws
 */
export async function deskAct(
  app: App,
  staff: Staff,
  act: OfferingAct,
  body: { stock_id: string; version?: number },
  run: (tx: Tx, offering: DeskRow) => Promise<Details | void>,
): Promise<DeskOfferingInfo> {
  return onceAt(app, staff, act, body, async (tx) => {
    const offering = await lockOffering(tx, body.stock_id);
    if (!mayBe(act, offering)) throw refuse('ipo_desk.state', { state: offering.state });
    if (body.version !== undefined && body.version !== offering.version) throw refuse('ipo_desk.version');
    const details = await run(tx, offering);
    await note(app, tx, staff, { act, offeringId: offering.id, details: details ?? {} });
    return offering.id;
  });
}

/** Does something once per key that leads to an offering, and answers with it. */
export async function onceAt(
  app: App,
  { me, key, language }: Staff,
  act: IpoDeskAct,
  body: object,
  run: (tx: Tx) => Promise<string>,
): Promise<DeskOfferingInfo> {
  const intent = { ownerId: me.id, key, act: `ipo_desk.${act}`, body };
  const id = await app.db.tx((tx) => once(app, tx, intent, () => run(tx)));
  return readDeskOffering(app, me, language, id);
}

/** Writes an act into the audit log, where the history of its offering is read from. */
export const note = (
  app: App,
  tx: Tx,
  { me }: Staff,
  of: { act: IpoDeskAct; offeringId: string; clientId?: string; details: Details },
): Promise<void> =>
  writeAudit(tx, app.clock, {
    actorId: me.id,
    act: `ipo_desk.${of.act}`,
    details: { offering: of.offeringId, ...of.details },
    ...(of.clientId === undefined ? {} : { clientId: of.clientId }),
  });

/** Changes an offering, whose version counts it. */
export async function change(app: App, tx: Tx, { id }: DeskRow, changes: Sql = sql`id = id`): Promise<void> {
  await tx.run(sql`
    update ipo_offering set version = version + 1, updated_at = ${app.clock.now()}, ${changes} where id = ${id}`);
}

/** Moves an offering on to another state, and says so. */
export async function moveTo(
  app: App,
  tx: Tx,
  offering: DeskRow,
  state: OfferingState,
  changes: Sql = sql``,
): Promise<void> {
  await change(app, tx, offering, sql`state = ${state} ${changes}`);
  await app.outbox.emit(tx, 'ipo.offering_changed', { offeringId: offering.id, state });
}
