import type { StaffOfferingInfo } from '#contract/ipo/staff-records.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { commitSeed } from '../../allotment/draw-secrets.ts';
import { expectNoOpenRequest, insertOfferingRequest, type LockedRequest } from './approval-requests.ts';
import { change, runAction, moveTo, type Details, type Staff } from './run-action.ts';
import { waitingApplications } from '../applicants.ts';
import type { PublishParams } from '../approval-request-params.ts';
import type { StaffOfferingRow } from '../offering-row.ts';
import { closeRequests } from './pause.ts';
import { readSettings, workingDaysAfter } from '../settings.ts';

interface Seen {
  stock_id: string;
  version: number;
  request_id?: string | undefined;
}

/** Requests approval of the terms of a draft and of its announcement. @throws Refusal as `ipo_staff.publish` lists them */
export function publishOffering(app: App, staff: Staff, body: Seen): Promise<StaffOfferingInfo> {
  return runAction(app, staff, 'publish', body, async (tx, offering) => {
    await expectNoOpenRequest(tx, offering);
    await expectReady(app, tx, offering);
    const { mode, priceLowMinor, ticker } = offering;
    const params: PublishParams = mode === 'direct' ? { price_minor: String(priceLowMinor) } : {};
    await insertOfferingRequest(app, tx, staff, offering, { action: 'publish', note: undefined, params });
    return { ticker };
  });
}

/** Announces a draft that two people agreed on. @throws Refusal as `expectReady` */
export async function announce(app: App, tx: Tx, { offering }: LockedRequest): Promise<Details> {
  await expectReady(app, tx, offering);
  if (offering.mode === 'subscription') await commitSeed(app, tx, offering.id);
  await moveTo(app, tx, offering, 'announced', sql`, announced_at = ${app.clock.now()}`);
  return { ticker: offering.ticker };
}

/** @throws Refusal `ipo_staff.no_text`, `ipo_staff.no_prospectus`, `ipo_staff.times` */
async function expectReady(app: App, tx: Tx, { id, closesAt }: StaffOfferingRow): Promise<void> {
  const language = app.settings.value('brand.language');
  const has = await tx.one<{ text: boolean; prospectus: boolean }>(sql`
    select exists (select from ipo_offering_text where offering_id = ${id} and language = ${language}) as text,
           exists (select from ipo_prospectus where offering_id = ${id}) as prospectus`);
  if (!has.text) throw refuse('ipo_staff.no_text', { language });
  if (!has.prospectus) throw refuse('ipo_staff.no_prospectus');
  if (closesAt <= app.clock.now()) throw refuse('ipo_staff.times');
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
