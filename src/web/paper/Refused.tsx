import { ApiError } from '#web/platform/api/api-error.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Statement } from '#web/shell/Statement.tsx';
import { buttonClass } from '#web/ui/Button.tsx';

const reasons = {
  'auth.token_used': 'used',
  'auth.token_expired': 'expired',
  'auth.token_unknown': 'unknown',
} as const;

type Reason = (typeof reasons)[keyof typeof reasons] | 'ended' | 'failed';

function reasonOf(error: Error | null): Reason {
  if (error === null) return 'ended';
  const code = error instanceof ApiError ? error.code : undefined;
  return reasons[code as keyof typeof reasons] ?? 'failed';
}

/** Why the platform did not open, and the way to a new link. Without an error the page was loaded again. */
export function Refused({ error }: { error: Error | null }) {
  const t = useText();
  const reason = reasonOf(error);
  return (
    <Statement title={t(`terminal.${reason}_title`)} text={t(`terminal.${reason}_text`)} role="alert">
      <Link to="/trading-account" className={buttonClass({ variant: 'primary' })}>
        {t('terminal.back')}
      </Link>
    </Statement>
  );
}
