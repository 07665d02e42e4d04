import { Rich, useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { useSignedIn } from '#web/platform/session.ts';
import { Alert } from '#web/ui/Alert.tsx';

/** How to go on, since an answer to a ticket is read here but not written. */
export function ContinueCard() {
  const t = useText();
  const { responsible_stagename: name, responsible_email: email } = useSignedIn();
  const newTicket = (
    <Go key="ticket" to="/tickets?new=1">
      {null}
    </Go>
  );
  return (
    <Alert title={t('tickets.continue_title')}>
      <p>
        {email ? (
          <Rich
            id="tickets.continue_with_manager"
            parts={[
              newTicket,
              <a key="mail" href={`mailto:${email}`}>
                {email}
              </a>,
            ]}
            values={{ name: name ?? email }}
          />
        ) : (
          <Rich id="tickets.continue_with_ticket" parts={[newTicket]} />
        )}
      </p>
    </Alert>
  );
}
