import type { NoticeName, Notices } from '#contract/realtime.ts';
import type { App } from '#server/platform/app.ts';

/**
 * Lets screens know of what mails tell as well. Only written down here: were a notice sent from here and failed, the mail
 * of the same event would go out once more.
 */
export function noticeListeners({ db, outbox, realtime }: App): void {
  const tell = <Name extends NoticeName>(personId: string, name: Name, payload: Notices[Name]) =>
    db.tx((tx) => realtime.notify(tx, personId, name, payload));

  outbox.on('trading.account_opened', ({ clientId }) => tell(clientId, 'account.changed', {}));
  outbox.on('trading.stopped_out', ({ clientId, accountNumber }) =>
    tell(clientId, 'account.changed', { trading_account_id: accountNumber }),
  );
  outbox.on('ipo.application_changed', ({ clientId, applicationId }) =>
    tell(clientId, 'application.changed', { application_id: applicationId }),
  );
  outbox.on('ipo.supplement_published', ({ clientId, applicationId }) =>
    tell(clientId, 'application.changed', { application_id: applicationId }),
  );
  outbox.on('ipo.offering_paused', ({ clientId, applicationId }) =>
    tell(clientId, 'application.changed', { application_id: applicationId }),
  );
}
