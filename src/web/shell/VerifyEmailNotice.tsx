import { useState } from 'react';
import type { User } from '#contract/auth.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.ts';

/** Asks to verify the e-mail address, until it is. */
export function VerifyEmailNotice({ user }: { user: User }) {
  const t = useText();
  const [isBusy, setIsBusy] = useState(false);
  if (user.email_verified) return null;
  const resend = async () => {
    setIsBusy(true);
    try {
      await call('POST /api/email/resend', { body: {} });
      toast({ text: t('shell.verify_email_sent', { email: user.email }) });
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : t('common.went_wrong'), tone: 'negative' });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Alert
      tone="warning"
      action={
        <Button size="small" busy={isBusy} onClick={() => void resend()}>
          {t('shell.verify_email_resend')}
        </Button>
      }
    >
      <p>{t('shell.verify_email_text', { email: user.email })}</p>
    </Alert>
  );
}
