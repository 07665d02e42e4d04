import type { DeskOfferingInfo } from '#contract/ipo-staff-records.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { commitSeed } from '../allotment/draw-secrets.ts';
import { change, deskAct, moveTo, type Staff } from './run-action.ts';
import { waitingApplications } from './applicants.ts';
import { closeProposals } from './pause.ts';
import { readSettings, workingDaysAfter } from './settings.ts';

interface Seen {
  stock_id: string;
  version: number;
  request_id?: string | undefined;
}

/**
 * Announces a draft.
 * @throws Refusal as `ipo_desk.publish` lists them
 */
export function publishOffering(app: App, staff: Staff, body: Seen): Promise<DeskOfferingInfo> {
  return deskAct(app, staff, 'publish', body, async (tx, offering) => {
    const has = await tx.one<{ text: boolean; prospectus: boolean }>(sql`
      select exists (select from ipo_offering_text where offering_id = ${offering.id} and language = ${app.house.value('brand.language')}) as text,
             exists (select from ipo_prospectus where offering_id = ${offering.id}) as prospectus`);
    if (!has.text) throw refuse('ipo_desk.no_text', { language: app.house.value('brand.language') });
    if (!has.prospectus) throw refuse('ipo_desk.no_prospectus');
    if (offering.closesAt <= app.clock.now()) throw refuse('ipo_desk.times');
    if (offering.mode === 'subscription') await commitSeed(app, tx, offering.id);
    await moveTo(app, tx, offering, 'announced', sql`, announced_at = ${app.clock.now()}`);
    return { ticker: offering.ticker };
  });
}

/**
 * Publishes a supplement: everybody whose application waits is told, and may cancel for some working days.
 * @throws Refusal as `ipo_desk.supplement` lists them
 */
export function supplementOffering(
  app: App,
  staff: Staff,
  body: Seen & { url: string; note: string },
): Promise<DeskOfferingInfo> {
  return deskAct(app, staff, 'supplement', body, async (tx, offering) => {
    const now = app.clock.now();
    const { supplementDays } = await readSettings(tx);
    const { version } = await tx.one<{ version: number }>(sql`
      insert into ipo_prospectus (offering_id, version, url, note, published_at)
      select ${offering.id}, coalesce(max(version), 0) + 1, ${body.url}, ${body.note}, ${now}
      from ipo_prospectus where offering_id = ${offering.id} returning version`);
    const cancelUntil = workingDaysAfter(now, supplementDays);
    await change(app, tx, offering, sql`cancel_until = ${cancelUntil}`);
    await tellApplicants(app, tx, offering.id, version);
    return { version: String(version), url: body.url, note: body.note };
  });
}

async function tellApplicants(app: App, tx: Tx, offeringId: string, version: number): Promise<void> {
  const told = await waitingApplications(tx, offeringId);
  await app.outbox.emitEach(
    tx,
    'ipo.supplement_published',
    told.map((application) => ({ ...application, offeringId, version })),
  );
}

/**
 * Puts an offering away in which nothing of any client is left.
 * @throws Refusal as `ipo_desk.archive` lists them
 */
export function archiveOffering(app: App, staff: Staff, body: Seen): Promise<DeskOfferingInfo> {
  return deskAct(app, staff, 'archive', body, async (tx, offering) => {
    if (offering.involved) throw refuse('ipo_desk.unsettled');
    await closeProposals(app, tx, staff, offering);
    await moveTo(app, tx, offering, 'archived');
  });
}
