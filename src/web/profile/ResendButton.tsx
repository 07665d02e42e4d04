import { useText } from '#web/platform/i18n/i18n.tsx';
import { useResendVerification } from '#web/platform/session/use-resend-verification.ts';
import { Button } from '#web/ui/Button.tsx';

/** Mails the verification link to the own address. */
export function ResendButton() {
  const t = useText();
  const { isBusy, resend } = useResendVerification();
  return (
    <Button size="small" busy={isBusy} onClick={resend}>
      {t('shell.verify_email_resend')}
    </Button>
  );
}
