import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { useSignedIn } from '#web/platform/session/session.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { EmailState } from '../EmailState.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from '../factor/Factor.module.css';
import { EmailDialog } from './EmailDialog.tsx';
import { emailQuery } from './email-query.ts';

type Pending = NonNullable<ResponseOf<'POST /api/settings/email'>['pending']>;

/** The address of the account, and a new one that is not confirmed yet. */
export function EmailCard() {
  const t = useText();
  const user = useSignedIn();
  const change = useQuery(emailQuery);
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <QueryCard query={change} title={t('profile.email_title')} skeleton={<SkeletonRows count={1} />}>
      {({ pending }) => (
        <div className={styles.state}>
          <EmailState user={user} />
          {pending && <Waiting pending={pending} />}
          <div className={flowStyles.row}>
            <Button onClick={() => setIsConfirming(true)}>{t('profile.email_change')}</Button>
          </div>
          <EmailDialog open={isConfirming} onClose={() => setIsConfirming(false)} />
        </div>
      )}
    </QueryCard>
  );
}

/**
 * Every person reads that the former address is valid until then, and that an address of another person gets no email.
 */
function Waiting({ pending }: { pending: Pending }) {
  const t = useText();
  const { isBusy, run } = useAsyncAction();
  const takeBack = () =>
    run(async () => {
      await call('POST /api/settings/email/cancel', { body: {} });
      await queries.invalidateQueries({ queryKey: emailQuery.queryKey });
      toast({ text: t('profile.email_taken_back') });
    });
  return (
    <Alert
      tone="warning"
      action={
        <Button size="small" busy={isBusy} onClick={takeBack}>
          {t('profile.email_take_back')}
        </Button>
      }
    >
      <p>
        {t(pending.by_staff ? 'profile.email_waits_staff' : 'profile.email_waits', {
          email: `\u2068${pending.email}\u2069`,
        })}
      </p>
      <p>
        <DateTime at={pending.expires_at} within="profile.email_waits_until" />
      </p>
    </Alert>
  );
}
