import { useParams } from '@tanstack/react-router';
import type { Destination } from '#contract/payments/endpoints.ts';
import { isSpent, linkTitle } from '#web/auth/LinkFailure.tsx';
import { LinkProgress } from '#web/auth/LinkProgress.tsx';
import { useOnce } from '#web/auth/use-one-time-token.ts';
import { call } from '#web/platform/api/api.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { OutcomeText } from '#web/ui/feedback/OutcomeText.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { refreshDestinations } from '../payment-queries.ts';

async function confirm(token: string): Promise<Destination> {
  const confirmed = await call('POST /api/payments/destinations/confirm', { body: { token } });
  await refreshDestinations();
  return confirmed;
}

/** Where the link in the email about a new destination leads: confirms it at once. */
export function ConfirmDestinationPage() {
  const t = useText();
  const { token = '' } = useParams({ strict: false });
  const confirmation = useOnce(token, confirm);
  const withdraw = (
    <div className={flowStyles.row}>
      <Link to="/payments/withdraw" className={buttonClass({ variant: 'primary' })}>
        {t('payments.withdraw')}
      </Link>
      <Link to="/payments/destinations" className={buttonClass()}>
        {t('payments.destinations_title')}
      </Link>
    </div>
  );
  return (
    <Page title={t('payments.confirm_destination_title')}>
      <Card>
        {confirmation.state === 'working' && <LinkProgress text={t('payments.confirming_destination')} />}
        {confirmation.state === 'failed' && <Failed error={confirmation.error} retry={confirmation.retry} />}
        {confirmation.state === 'done' && (
          <EmptyState
            icon={<Drawing name="key" />}
            title={
              <OutcomeText>
                {confirmation.response.usable_from ? (
                  <DateTime at={confirmation.response.usable_from} within="payments.confirmed_usable_from" />
                ) : (
                  t('payments.destination_confirmed_text')
                )}
              </OutcomeText>
            }
            action={withdraw}
          />
        )}
      </Card>
    </Page>
  );
}

/** A link that works no more leads to where another is sent; one that could not be checked is tried again. */
function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useText();
  if (!isSpent(error))
    return (
      <EmptyState
        icon={<Drawing name="shutters" />}
        role="alert"
        title={t('common.error_alert_title')}
        text={t('common.error_alert_text')}
        action={
          <Button variant="primary" onClick={retry}>
            {t('common.try_again')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      icon={<Drawing name="key" />}
      role="alert"
      title={t(linkTitle(error))}
      text={error.message}
      action={
        <Link to="/payments/destinations" className={buttonClass({ variant: 'primary' })}>
          {t('payments.manage_destinations')}
        </Link>
      }
    />
  );
}
