import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { useSignedIn } from '#web/platform/session/session.ts';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { toast } from '#web/ui/toast.ts';
import { EmailState } from '../EmailState.tsx';
import styles from '../factor/Factor.module.css';
import { EmailDialog } from './EmailDialog.tsx';
import { emailQuery } from './email-query.ts';

type Pending = NonNullable<AnswerOf<'POST /api/settings/email'>['pending']>;

/** The address by which one signs in and is reached, and another that waits to be confirmed. */
export function EmailCard() {
  const t = useText();
  const user = useSignedIn();
  const change = useQuery(emailQuery);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <QueryCard query={change} title={t('settings.email_title')} skeleton={<SkeletonRows count={1} />}>
      {({ pending }) => (
        <div className={styles.state}>
          <EmailState user={user} />
          {pending && <Waiting pending={pending} />}
          <div className={styles.acts}>
            <Button onClick={() => setIsAsking(true)}>{t('settings.email_change')}</Button>
          </div>
          <EmailDialog open={isAsking} onClose={() => setIsAsking(false)} />
        </div>
      )}
    </QueryCard>
  );
}

/** That the former address counts until then, and that an address of somebody else gets no letter, are said to everybody. */
function Waiting({ pending }: { pending: Pending }) {
  const t = useText();
  const takeBack = useMutation({
    mutationFn: () => call('POST /api/settings/email/take-back', { body: {} }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: emailQuery.queryKey });
      toast({ text: t('settings.email_taken_back') });
    },
  });
  return (
    <Alert
      tone="warning"
      action={
        <Button size="small" busy={takeBack.isPending} onClick={() => takeBack.mutate()}>
          {t('settings.email_take_back')}
        </Button>
      }
    >
      <p>
        {t(pending.by_staff ? 'settings.email_waits_staff' : 'settings.email_waits', {
          email: `\u2068${pending.email}\u2069`,
        })}
      </p>
      <p>
        <When at={pending.expires_at} within="settings.email_waits_until" />
      </p>
    </Alert>
  );
}
