import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { writeOnce } from '#server/platform/session/program-write.ts';
import { insertAdjustment } from '../staff/adjustments.ts';
import { reportDeposit } from './report-deposit.ts';

/** What programs of the operator ask staff to decide. */
export function paymentsPrograms(app: App): void {
  handle(app, 'operator_api.report_deposit', async (call) => {
    const id = await writeOnce(app, 'operator_api.report_deposit', call, (tx, by) => reportDeposit(app, tx, by, call));
    return { id, client_id: call.body.client_id };
  });
  handle(app, 'operator_api.request_adjustment', async (call) => {
    const id = await writeOnce(app, 'operator_api.request_adjustment', call, (tx, by) =>
      insertAdjustment(app, tx, by, call.body),
    );
    return { id, wallet_id: call.body.wallet_id };
  });
}
