import type { User } from '#contract/auth/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useResendVerification } from '#web/platform/session/use-resend-verification.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';

/** The address, whether it is confirmed, and the way to confirm it. */
export function EmailState({ user }: { user: User }) {
  const t = useText();
  return (
    <div className={flowStyles.centred4}>
      <bdi className={textStyles.breaking}>{user.email}</bdi>
      {user.email_verified ? (
        <Badge tone="positive">{t('profile.email_verified')}</Badge>
      ) : (
        <>
          <Badge tone="warning">{t('profile.email_unverified')}</Badge>
          <ResendButton />
        </>
      )}
    </div>
  );
}

/** Mails the verification link to the own address. */
export function ResendButton() {
  const t = useText();
  const { isBusy, resend } = useResendVerification();
  return (
    <Button size="small" busy={isBusy} onClick={resend}>
      {t('profile.resend')}
    </Button>
  );
}
