import type { User } from '#contract/auth/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { ResendButton } from './ResendButton.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';

/** The address, whether it is confirmed, and the way to confirm it. */
export function EmailState({ user }: { user: User }) {
  const t = useText();
  return (
    <div className={flowStyles.centred4}>
      <bdi className={textStyles.breaking}>{user.email}</bdi>
      {user.email_verified ? (
        <Badge>{t('profile.email_verified')}</Badge>
      ) : (
        <>
          <Badge tone="warning">{t('profile.email_unverified')}</Badge>
          <ResendButton />
        </>
      )}
    </div>
  );
}
