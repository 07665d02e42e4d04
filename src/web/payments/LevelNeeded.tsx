import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { ResendButton } from '#web/profile/ResendButton.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { limitsQuery } from './payment-queries.ts';

/** In place of the form, when the client's level does not allow it: which level it takes, and the one act that leads there. */
export function LevelNeeded({ direction }: { direction: 'deposit' | 'withdrawal' }) {
  const t = useText();
  const { email, email_verified: isVerified } = useSignedIn();
  const limits = useQuery(limitsQuery).data;
  if (!limits || limits[direction].allowed) return null;
  const level = { level: limits.level, needed: limits[direction].level_needed };
  return (
    <Alert tone="warning" title={t('payments.level_needed', level)}>
      <p>{isVerified ? t('payments.level_needed_verify') : t('payments.level_needed_email', { email })}</p>
      {isVerified ? (
        <Link to="/settings/verification" className={buttonClass({ variant: 'primary' })}>
          {t('payments.verify_yourself')}
        </Link>
      ) : (
        <ResendButton />
      )}
    </Alert>
  );
}
