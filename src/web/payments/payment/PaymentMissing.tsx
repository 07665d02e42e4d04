import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Statement } from '#web/shell/Statement.tsx';
import { buttonClass } from '#web/ui/Button.tsx';

/** There is no such payment, or it is another client's. */
export function PaymentMissing() {
  const t = useText();
  return (
    <Statement title={t('payments.missing_title')} text={t('payments.missing_text')}>
      <Link to="/payments" className={buttonClass({ variant: 'primary' })}>
        {t('payments.all')}
      </Link>
    </Statement>
  );
}
