import type { StaffOfferingInfo } from '#contract/ipo/staff-records.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import { extendHolds } from '#server/ledger/hold.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { runAction, moveTo, type Details, type Staff } from './run-action.ts';
import { waitingApplications } from '../applicants.ts';
import type { StaffOfferingRow } from '../offering-row.ts';
import { holdExpiry } from '../../applications/hold-money.ts';
import { readTouched } from './affected-applications.ts';

interface Seen {
  stock_id: string;
  version: number;
  request_id?: string | undefined;
}

/**
 * Postpones an offering. If its terms say so, the job of the offering releases all holds.
 * @throws Refusal as `ipo_staff.postpone` lists them
 */
export function postponeOffering(app: App, staff: Staff, body: Seen & { note: string }): Promise<StaffOfferingInfo> {
  return runAction(app, staff, 'postpone', body, async (tx, offering) => {
    const details = await touchedBy(app, tx, offering, 'postpone');
    await closeRequests(app, tx, staff, offering);
    await moveTo(app, tx, offering, 'postponed', sql`, postponed_from = ${offering.state}`);
    // Where the holds are released, each client is notified of the end of the application.
    if (offering.whenPostponed === 'keep') await notifyApplicants(app, tx, offering, true);
    return { note: body.note, ...details };
  });
}

/** Resumes a postponed offering in its earlier state, at new times. @throws Refusal as `ipo_staff.resume` lists them */
export function resumeOffering(
  app: App,
  staff: Staff,
  body: Seen & { opens_at: string; closes_at: string; listed_at: string | null },
): Promise<StaffOfferingInfo> {
  return runAction(app, staff, 'resume', body, async (tx, offering) => {
    const { postponedFrom } = offering;
    if (!postponedFrom) throw new Error(`offering ${offering.id} is postponed from nowhere`);
    const [opens, closes] = [new Date(body.opens_at), new Date(body.closes_at)];
    const lists = body.listed_at === null ? null : new Date(body.listed_at);
    const now = app.clock.now();
    // A book does not go back: one that has opened opens again at once, and one that has closed stays closed.
    if (postponedFrom !== 'announced' && opens > now) throw refuseField('opens_at', 'ipo_staff.passed');
    if (postponedFrom === 'closed' && closes > now) throw refuseField('closes_at', 'ipo_staff.passed');
    if (closes <= opens) throw refuseField('closes_at', 'ipo_staff.times');
    if (postponedFrom !== 'closed' && closes <= now) throw refuseField('closes_at', 'ipo_staff.times');
    if (lists && lists <= closes) throw refuseField('listed_at', 'ipo_staff.times');
    await moveTo(
      app,
      tx,
      offering,
      postponedFrom,
      sql`, postponed_from = null, opens_at = ${opens}, closes_at = ${closes}, listed_at = ${lists}`,
    );
    // Applicants could cancel until now, and are notified that the dates are new.
    const holds = (await waitingApplications(tx, offering.id)).map(({ holdId }) => holdId);
    await extendHolds(tx, holds, holdExpiry({ closesAt: closes, listedAt: lists }));
    await notifyApplicants(app, tx, offering, false);
    return { opens_at: body.opens_at, closes_at: body.closes_at };
  });
}

/**
 * Withdraws an offering. The job of the offering releases all its holds.
 * @throws Refusal as `ipo_staff.withdraw` lists them
 */
export function withdrawOffering(app: App, staff: Staff, body: Seen & { note: string }): Promise<StaffOfferingInfo> {
  return runAction(app, staff, 'withdraw', body, async (tx, offering) => {
    if (offering.mode === 'direct' && offering.state === 'postponed') throw refuse('ipo_staff.state');
    const details = await touchedBy(app, tx, offering, 'withdraw');
    await closeRequests(app, tx, staff, offering);
    await moveTo(app, tx, offering, 'withdrawn', sql`, postponed_from = null`);
    return { note: body.note, ...details };
  });
}

async function notifyApplicants(app: App, tx: Tx, { id }: StaffOfferingRow, isPaused: boolean): Promise<void> {
  const waiting = await waitingApplications(tx, id);
  await app.outbox.emitEach(
    tx,
    'ipo.offering_paused',
    waiting.map(({ clientId, applicationId }) => ({ clientId, applicationId, isPaused })),
  );
}

async function touchedBy(
  app: App,
  tx: Tx,
  offering: StaffOfferingRow,
  action: 'postpone' | 'withdraw',
): Promise<Details> {
  const { clients, amountMinor } = await readTouched(tx, offering, action, {}, app.clock.now());
  return { clients: String(clients), amount: toDecimal(amountMinor, offering.currency) };
}

/** Closes the open requests of an offering that stops: declined, or withdrawn when they are the actor's own. */
export async function closeRequests(app: App, tx: Tx, { me }: Staff, offering: StaffOfferingRow): Promise<void> {
  await tx.run(sql`
    update approval_request set decided_by = ${me.id}, decided_at = ${app.clock.now()},
           state = case when author_id = ${me.id} then 'withdrawn' else 'declined' end
    where offering_id = ${offering.id} and state = 'open'`);
}
