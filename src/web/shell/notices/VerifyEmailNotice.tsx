import type { User } from '#contract/auth/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useScreenName } from '#web/platform/navigation/navigation.tsx';
import { useResendVerification } from '#web/platform/session/use-resend-verification.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';

/** Asks to verify the email address, until it is verified. Home and verification have it among their steps. */
export function VerifyEmailNotice({ user }: { user: User }) {
  const t = useText();
  const { isBusy, resend } = useResendVerification();
  const name = useScreenName();
  if (user.email_verified || name === 'home' || name === 'settings.verification') return null;
  return (
    <Alert
      tone="warning"
      action={
        <Button size="small" busy={isBusy} onClick={resend}>
          {t('shell.verify_email_resend')}
        </Button>
      }
    >
      <p>{t('shell.verify_email_text', { email: user.email })}</p>
    </Alert>
  );
}
