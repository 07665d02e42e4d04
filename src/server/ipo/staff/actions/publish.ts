import type { StaffOfferingInfo } from '#contract/ipo/staff-records.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { commitSeed } from '../../allotment/draw-secrets.ts';
import { change, runAction, moveTo, type Staff } from './run-action.ts';
import { waitingApplications } from '../applicants.ts';
import { closeRequests } from './pause.ts';
import { readSettings, workingDaysAfter } from '../settings.ts';

interface Seen {
  stock_id: string;
  version: number;
  request_id?: string | undefined;
}

/** Announces a draft. @throws Refusal as `ipo_staff.publish` lists them */
export function publishOffering(app: App, staff: Staff, body: Seen): Promise<StaffOfferingInfo> {
  return runAction(app, staff, 'publish', body, async (tx, offering) => {
    const has = await tx.one<{ text: boolean; prospectus: boolean }>(sql`
      select exists (select from ipo_offering_text where offering_id = ${offering.id} and language = ${app.settings.value('brand.language')}) as text,
             exists (select from ipo_prospectus where offering_id = ${offering.id}) as prospectus`);
    if (!has.text) throw refuse('ipo_staff.no_text', { language: app.settings.value('brand.language') });
    if (!has.prospectus) throw refuse('ipo_staff.no_prospectus');
    if (offering.closesAt <= app.clock.now()) throw refuse('ipo_staff.times');
    if (offering.mode === 'subscription') await commitSeed(app, tx, offering.id);
    await moveTo(app, tx, offering, 'announced', sql`, announced_at = ${app.clock.now()}`);
    return { ticker: offering.ticker };
  });
}

/**
 * Publishes a supplement: every client with an open application is notified, and may cancel for some working days.
 * @throws Refusal as `ipo_staff.supplement` lists them
 */
export function supplementOffering(
  app: App,
  staff: Staff,
  body: Seen & { url: string; note: string },
): Promise<StaffOfferingInfo> {
  return runAction(app, staff, 'supplement', body, async (tx, offering) => {
    const now = app.clock.now();
    const { supplementDays } = await readSettings(tx);
    const { version } = await tx.one<{ version: number }>(sql`
      insert into ipo_prospectus (offering_id, version, url, note, published_at)
      select ${offering.id}, coalesce(max(version), 0) + 1, ${body.url}, ${body.note}, ${now}
      from ipo_prospectus where offering_id = ${offering.id} returning version`);
    const cancelUntil = workingDaysAfter(now, supplementDays);
    await change(app, tx, offering, sql`cancel_until = ${cancelUntil}`);
    await notifyApplicants(app, tx, offering.id, version);
    return { version: String(version), url: body.url, note: body.note };
  });
}

async function notifyApplicants(app: App, tx: Tx, offeringId: string, version: number): Promise<void> {
  const applications = await waitingApplications(tx, offeringId);
  await app.outbox.emitEach(
    tx,
    'ipo.supplement_published',
    applications.map((application) => ({ ...application, offeringId, version })),
  );
}

/** Archives an offering in which clients have nothing left. @throws Refusal as `ipo_staff.archive` lists them */
export function archiveOffering(app: App, staff: Staff, body: Seen): Promise<StaffOfferingInfo> {
  return runAction(app, staff, 'archive', body, async (tx, offering) => {
    if (offering.involved) throw refuse('ipo_staff.unsettled');
    await closeRequests(app, tx, staff, offering);
    await moveTo(app, tx, offering, 'archived');
  });
}
