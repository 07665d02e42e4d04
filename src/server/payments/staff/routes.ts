import type { App } from '#server/platform/app.ts';
import type { Waiting } from '#server/platform/monitoring/waiting-work.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sql } from '#server/platform/db/sql.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import type { FastifyRequest } from 'fastify';
import { queueStates } from '../rules.ts';
import type { Staff } from './run-action.ts';
import { decideAdjustment, proposeAdjustment } from './adjustments.ts';
import { chargeBack, creditDeposit, refundDeposit } from './deposit-actions.ts';
import { describePaymentRequests } from './describe-requests.ts';
import { findWallets, readQueueItem } from './queue-item.ts';
import { queueFile } from './queue-file.ts';
import { listQueue } from './queue.ts';
import { orderPayout } from '../payouts/order-payout.ts';
import { closeFinding, listFindings } from './findings.ts';
import { rejectPayment } from './reject.ts';
import { countPool } from '../client-ibans/pool.ts';
import { assignPayment } from './assign.ts';
import { proposeReversal } from './reverse.ts';
import { simulateApproval } from '../withdrawals/automatic-approval/simulate.ts';
import { showApproval } from '../withdrawals/automatic-approval/show-approval.ts';
import { approveWithdrawal, completeWithdrawal, failWithdrawal, markSent } from './withdrawal-actions.ts';

const staffOf = ({ me, key, request }: { me: Person; key: string; request: FastifyRequest }): Staff => ({
  me,
  key,
  language: request.language,
});

/** What staff do with payments. */
export function paymentsStaffRoutes(app: App): void {
  app.approvalHandlers.addStep('payment', (ids) => describePaymentRequests(app, ids));
  handle(app, 'payments.queue', ({ me, request, body }) => listQueue(app, me, request.language, body));
  handle(app, 'payments.queue_file', async ({ me, request, query, reply }) =>
    sendFile(reply, await queueFile(app, me, request.language, query)),
  );
  handle(app, 'payments.queue_item', ({ me, request, body }) =>
    readQueueItem(app, me, request.language, body.payment_id),
  );
  handle(app, 'payments.assign', (call) => assignPayment(app, staffOf(call), call.body));
  handle(app, 'payments.approve', (call) => approveWithdrawal(app, staffOf(call), call.body));
  handle(app, 'payments.reject', (call) => rejectPayment(app, staffOf(call), call.body));
  handle(app, 'payments.send_payout', (call) => orderPayout(app, staffOf(call), call.body));
  handle(app, 'payments.mark_sent', (call) => markSent(app, staffOf(call), call.body));
  handle(app, 'payments.complete', (call) => completeWithdrawal(app, staffOf(call), call.body));
  handle(app, 'payments.fail', (call) => failWithdrawal(app, staffOf(call), call.body));
  handle(app, 'payments.credit_deposit', (call) => creditDeposit(app, staffOf(call), call.body));
  handle(app, 'payments.refund', (call) => refundDeposit(app, staffOf(call), call.body));
  handle(app, 'payments.charge_back', (call) => chargeBack(app, staffOf(call), call.body));
  handle(app, 'payments.adjust', (call) => proposeAdjustment(app, staffOf(call), call.body));
  handle(app, 'payments.decide_adjustment', (call) => decideAdjustment(app, staffOf(call), call.body));
  handle(app, 'payments.reverse', (call) => proposeReversal(app, { ...staffOf(call), me: call.me }, call.body));
  handle(app, 'payments.findings', ({ body }) => listFindings(app, body));
  app.waitingWork.add('provider_reports', () =>
    app.db.one<Waiting>(sql`select min(found_at) as since from provider_finding where closed_at is null`),
  );
  app.waitingWork.add('payments', () =>
    app.db.one<Waiting>(sql`select min(updated_at) as since from payment where state = any(${queueStates}::text[])`),
  );
  handle(app, 'payments.close_finding', ({ me, body }) => closeFinding(app, me, body));
  handle(app, 'payments.client_ibans', () => countPool(app, app.db));
  handle(app, 'payments.automatic_approval', () => showApproval(app));
  handle(app, 'payments.simulate_approval', ({ me, request, body }) =>
    simulateApproval(app, me.id, request.language, body.rules),
  );
  handle(app, 'payments.find_wallets', ({ request, body }) => findWallets(app, request.language, body.client_id));
}
