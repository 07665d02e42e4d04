import type { User } from '#contract/auth/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/State.tsx';
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
        <State>{t('profile.email_verified')}</State>
      ) : (
        <>
          <State tone="warning">{t('profile.email_unverified')}</State>
          <ResendButton />
        </>
      )}
    </div>
  );
}
