import type { NoticeName, Notices } from '#contract/kernel/realtime.ts';
import type { App } from '#server/platform/app.ts';

/**
 * Sends the events that emails announce to the screens as well. This listener only writes: if it sent the notice itself
 * and failed, the email of the same event would be sent again.
 */
export function noticeListeners({ db, outbox, realtime }: App): void {
  const notify = <Name extends NoticeName>(personId: string, name: Name, payload: Notices[Name]) =>
    db.tx((tx) => realtime.notify(tx, personId, name, payload));

  outbox.on('trading.account_opened', ({ clientId }) => notify(clientId, 'account.changed', {}));
  outbox.on('trading.stop_out', ({ clientId, accountNumber }) =>
    notify(clientId, 'account.changed', { trading_account_id: accountNumber }),
  );
  outbox.on('ipo.application_changed', ({ clientId, applicationId }) =>
    notify(clientId, 'application.changed', { application_id: applicationId }),
  );
  outbox.on('ipo.supplement_published', ({ clientId, applicationId }) =>
    notify(clientId, 'application.changed', { application_id: applicationId }),
  );
  outbox.on('ipo.offering_paused', ({ clientId, applicationId }) =>
    notify(clientId, 'application.changed', { application_id: applicationId }),
  );
}
