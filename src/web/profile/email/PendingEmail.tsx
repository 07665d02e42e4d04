import type { ResponseOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { emailQuery } from './email-query.ts';

type Pending = NonNullable<ResponseOf<'POST /api/settings/email'>['pending']>;

/**
 * A new address that is not confirmed yet. Every person reads that the former address is valid until then, and that an address of another person gets no email.
 */
export function PendingEmail({ pending }: { pending: Pending }) {
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
