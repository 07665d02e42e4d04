import type { DeskOfferingInfo } from '#contract/ipo-staff-records.ts';
import { toDecimal } from '#contract/money.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { deskAct, moveTo, type Details, type Staff } from './run-action.ts';
import { waitingApplications } from './applicants.ts';
import type { DeskRow } from './offering-row.ts';
import { readTouched } from './affected-applications.ts';

interface Seen {
  stock_id: string;
  version: number;
  request_id?: string | undefined;
}

/**
 * Stops the clock of an offering. Where its terms say so, the job of its life releases all holds.
 * @throws Refusal as `ipo_desk.postpone` lists them
 */
export function postponeOffering(app: App, staff: Staff, body: Seen & { note: string }): Promise<DeskOfferingInfo> {
  return deskAct(app, staff, 'postpone', body, async (tx, offering) => {
    const details = await touchedBy(app, tx, offering, 'postpone');
    await closeProposals(app, tx, staff, offering);
    await moveTo(app, tx, offering, 'postponed', sql`, postponed_from = ${offering.state}`);
    // Where all is given back, each hears of the end of his application.
    if (offering.whenPostponed === 'keep') await tellApplicants(app, tx, offering, true);
    return { note: body.note, ...details };
  });
}

/**
 * Goes on where a postponed offering stood, at new times.
 * @throws Refusal as `ipo_desk.resume` lists them
 */
export function resumeOffering(
  app: App,
  staff: Staff,
  body: Seen & { opens_at: string; closes_at: string; listed_at: string | null },
): Promise<DeskOfferingInfo> {
  return deskAct(app, staff, 'resume', body, async (tx, offering) => {
    const { postponedFrom } = offering;
    if (!postponedFrom) throw new Error(`offering ${offering.id} is postponed from nowhere`);
    const [opens, closes] = [new Date(body.opens_at), new Date(body.closes_at)];
    const lists = body.listed_at === null ? null : new Date(body.listed_at);
    const now = app.clock.now();
    // A book does not go back: one that has opened goes on open at once, and one that has closed stays closed.
    if (postponedFrom !== 'announced' && opens > now) throw refuseField('opens_at', 'ipo_desk.passed');
    if (postponedFrom === 'closed' && closes > now) throw refuseField('closes_at', 'ipo_desk.passed');
    if (closes <= opens) throw refuseField('closes_at', 'ipo_desk.times');
    if (postponedFrom !== 'closed' && closes <= now) throw refuseField('closes_at', 'ipo_desk.times');
    if (lists && lists <= closes) throw refuseField('listed_at', 'ipo_desk.times');
    await moveTo(
      app,
      tx,
      offering,
      postponedFrom,
      sql`, postponed_from = null, opens_at = ${opens}, closes_at = ${closes}, listed_at = ${lists}`,
    );
    await tellApplicants(app, tx, offering, false);
    return { opens_at: body.opens_at, closes_at: body.closes_at };
  });
}

/**
 * Calls an offering off. The job of its life releases all that it holds.
 * @throws Refusal as `ipo_desk.withdraw` lists them
 */
export function withdrawOffering(app: App, staff: Staff, body: Seen & { note: string }): Promise<DeskOfferingInfo> {
  return deskAct(app, staff, 'withdraw', body, async (tx, offering) => {
    if (offering.mode === 'direct' && offering.state === 'postponed') throw refuse('ipo_desk.state');
    const details = await touchedBy(app, tx, offering, 'withdraw');
    await closeProposals(app, tx, staff, offering);
    await moveTo(app, tx, offering, 'withdrawn', sql`, postponed_from = null`);
    return { note: body.note, ...details };
  });
}

async function tellApplicants(app: App, tx: Tx, { id }: DeskRow, isPaused: boolean): Promise<void> {
  const waiting = await waitingApplications(tx, id);
  await app.outbox.emitEach(
    tx,
    'ipo.offering_paused',
    waiting.map((application) => ({ ...application, isPaused })),
  );
}

async function touchedBy(app: App, tx: Tx, offering: DeskRow, act: 'postpone' | 'withdraw'): Promise<Details> {
  const { clients, amountMinor } = await readTouched(tx, offering, act, {}, app.clock.now());
  return { clients: String(clients), amount: toDecimal(amountMinor, offering.currency) };
}

/** What was proposed for an offering that stops is proposed no more: rejected, or withdrawn when it was the actor's own. */
export async function closeProposals(app: App, tx: Tx, { me }: Staff, offering: DeskRow): Promise<void> {
  await tx.run(sql`
    update ipo_proposal set decided_by = ${me.id}, decided_at = ${app.clock.now()},
           decision = case when proposed_by = ${me.id} then 'withdrawn' else 'rejected' end
    where offering_id = ${offering.id} and decision is null`);
}
