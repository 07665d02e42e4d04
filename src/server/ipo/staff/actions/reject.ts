import type { StaffOfferingInfo } from '#contract/ipo/staff-records.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { chooseReason } from '#server/platform/reasons/choose-reason.ts';
import { endApplications, type Held } from '../../lifecycle/end-applications.ts';
import { note, onceAt, type Staff } from './run-action.ts';
import { lockOffering } from '../offering-row.ts';
import { mayBe } from '../states.ts';

interface Rejection {
  application_id: string;
  reason: string;
  note: string;
  request_id?: string | undefined;
}

/** Rejects one application and releases everything that it holds. @throws Refusal as `ipo_staff.reject` lists them */
export function rejectApplication(app: App, staff: Staff, body: Rejection): Promise<StaffOfferingInfo> {
  const { me } = staff;
  return onceAt(app, staff, 'reject', body, async (tx) => {
    const of = await tx.maybeOne<{ offeringId: string }>(sql`
      select offering_id as "offeringId" from ipo_application where id = ${body.application_id}`);
    if (!of) throw notFound();
    const offering = await lockOffering(tx, of.offeringId);
    const found = await tx.one<Held & { number: string; waits: boolean }>(sql`
      select id, 'A-' || number as number, client_id as "clientId", hold_id as "holdId", quantity,
             state in ('submitted', 'amended', 'reconfirm_required', 'confirmed') as waits
      from ipo_application where id = ${body.application_id} for update`);
    if (found.clientId === me.id) throw refuse('ipo_staff.own_application');
    if (!found.waits || !mayBe('reject', offering)) throw refuse('ipo_staff.state');
    const reason = await chooseReason(tx, 'application', body.reason);
    await endApplications(app, tx, [found], {
      state: 'rejected',
      reason,
      by: { kind: 'staff', id: me.id },
    });
    await note(app, tx, staff, {
      action: 'reject',
      offeringId: offering.id,
      clientId: found.clientId,
      details: { application: found.number, purpose: 'application', reason_code: reason, note: body.note },
    });
    return offering.id;
  });
}
