import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handle } from '#server/platform/http/handle.ts';
import { announceDeposit } from './deposits/announce.ts';
import { requestWithdrawal } from './withdrawals/request.ts';
import { cancelPayment } from './lifecycle/cancel.ts';
import { confirmWithdrawal, sendCode } from './withdrawals/confirm.ts';
import {
  addDestination,
  confirmDestination,
  listDestinations,
  removeDestination,
  sendDestinationLink,
} from './destinations/destinations.ts';
import { paymentsPrograms } from './program/routes.ts';
import { bankFileRoutes } from './bank-files/routes.ts';
import { paymentsStaffRoutes } from './staff/routes.ts';
import { addUpTotals, expirePayments } from './lifecycle/expire.ts';
import { paymentsData } from './own-data.ts';
import { listPayments } from './list-payments.ts';
import { addPaidCard } from './destinations/paid-cards.ts';
import { readInfo } from './payment-info.ts';
import { shown } from './payment-row.ts';
import { reportPayment } from './deposits/report-payment.ts';
import { proofReaders } from './deposits/proofs.ts';
import { uploadProof } from './deposits/upload-proof.ts';
import { showLimits } from './show-limits.ts';
import { showMethods } from './show-methods.ts';
import { adyenTransfersAdapter } from './payouts/adyen/adapter.ts';
import { btcpayPayoutsAdapter } from './payouts/btcpay/adapter.ts';
import { stripePayoutsAdapter } from './payouts/stripe/adapter.ts';
import { followPayoutEvent } from './payouts/settle-payout.ts';
import { adyenAdapter } from './providers/adyen/adapter.ts';
import { btcpayAdapter } from './providers/btcpay/adapter.ts';
import { hostedPageAdapter } from './providers/hosted-page/adapter.ts';
import { checkProvider } from './providers/check-provider.ts';
import { followEvent } from './providers/read-back.ts';
import { stripeAdapter } from './providers/stripe/adapter.ts';
import { watchProviders } from './providers/watch.ts';
import { publishPaymentsEvents } from './webhooks.ts';

/** Deposits, withdrawals and saved destinations. The routes of staff are in `staff/`. */
export function paymentsRoutes(app: App): void {
  handle(app, 'payments.methods', ({ me, request }) => showMethods(app, me, request.language));
  handle(app, 'payments.limits', ({ me, request }) => showLimits(app, me, request.language));
  handle(app, 'payments.deposit', ({ me, request, body, key }) =>
    announceDeposit(app, me, request.language, body, key),
  );
  handle(app, 'payments.check_provider', ({ me, request, body }) => checkProvider(app, me, request.language, body));
  handle(app, 'payments.mark_as_paid', ({ me, request, body, key }) =>
    reportPayment(app, { me, language: request.language, body, key }),
  );
  handle(app, 'payments.upload_proof', ({ me, request, body, key }) =>
    uploadProof(app, me, request.language, body, key),
  );
  handle(app, 'payments.withdraw', ({ me, request, body, key }) =>
    requestWithdrawal(app, me, request.language, body, key),
  );
  handle(app, 'payments.send_code', ({ me, body }) => sendCode(app, me, body.payment_id));
  handle(app, 'payments.confirm_withdrawal', ({ me, request, body, key }) =>
    confirmWithdrawal(app, me, request.language, body, key),
  );
  handle(app, 'payments.cancel', ({ me, request, body, key }) =>
    cancelPayment(app, { me, language: request.language, body, key }),
  );
  handle(app, 'payments.list', ({ me, request, body }) => listPayments(app, me, request.language, body));
  handle(app, 'payments.info', ({ me, request, body }) =>
    readInfo(app, request.language, sql`p.id = ${body.payment_id} and p.client_id = ${me.id} and ${shown}`),
  );
  handle(app, 'payments.destinations', ({ me }) => listDestinations(app, me));
  handle(app, 'payments.add_destination', ({ me, body, key }) => addDestination(app, me, body, key));
  handle(app, 'payments.add_paid_card', ({ me, request, body, key }) =>
    addPaidCard(app, me, request.language, body, key),
  );
  handle(app, 'payments.send_destination_link', ({ me, body }) => sendDestinationLink(app, me, body.destination_id));
  handle(app, 'payments.confirm_destination', ({ me, body }) => confirmDestination(app, me, body.token));
  handle(app, 'payments.remove_destination', ({ me, body }) => removeDestination(app, me, body.destination_id));
  app.files.readableBy('payment_proof', proofReaders);
  app.connections.add(stripeAdapter);
  app.connections.add(adyenAdapter);
  app.connections.add(adyenTransfersAdapter);
  app.connections.add(btcpayPayoutsAdapter);
  app.connections.add(stripePayoutsAdapter);
  app.connections.add(btcpayAdapter);
  app.connections.add(hostedPageAdapter);
  app.connections.on('payments', followEvent(app));
  app.connections.on('payouts', followPayoutEvent(app));
  app.jobs.every('payments.providers', 10_000, () => watchProviders(app));
  paymentsStaffRoutes(app);
  paymentsPrograms(app);
  bankFileRoutes(app);
  app.jobs.every('payments.expire', 60_000, async () => {
    await expirePayments(app);
    await addUpTotals(app);
  });
  app.personalData.add('payments', paymentsData);
  publishPaymentsEvents(app);
}
