import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';

/** In place of figures that are all nothing: what makes the first of them. */
export function FirstDeposit() {
  const t = useText();
  return (
    <EmptyState
      icon={<Drawing name="basin" />}
      title={t('shell.first_deposit')}
      text={t('shell.first_deposit_text')}
      action={
        <Link to="/payments/deposit" className={buttonClass({ variant: 'primary' })}>
          {t('shell.deposit')}
        </Link>
      }
    />
  );
}
