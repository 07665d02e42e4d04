import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { limitsQuery } from '../payment-queries.ts';

/** In place of the form, when the operator requires a second factor before withdrawals and the client has none. */
export function FactorNeeded() {
  const t = useText();
  if (!useQuery(limitsQuery).data?.second_factor_needed) return null;
  return (
    <Alert tone="warning" title={t('payments.factor_needed_title')}>
      <p>{t('payments.factor_needed_text')}</p>
      <Link to="/settings/settings" hash="second-factor" className={buttonClass({ variant: 'primary' })}>
        {t('payments.factor_needed_action')}
      </Link>
    </Alert>
  );
}
