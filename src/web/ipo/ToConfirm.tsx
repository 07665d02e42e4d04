import type { IpoApplication } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { buttonClass } from '#web/ui/Button.tsx';

/** An application that ends unless its owner confirms it again. */
export function ToConfirm({ application: { id, issuer, confirm_until } }: { application: IpoApplication }) {
  const t = useText();
  return (
    <Alert
      tone="warning"
      title={t('ipo.confirm_title', { issuer })}
      action={
        <Link to={`/ipo/my-ipo/${id}`} className={buttonClass({ variant: 'primary' })}>
          {t('ipo.see_new_price')}
        </Link>
      }
    >
      {confirm_until && (
        <p>
          <DateTime at={confirm_until} within="ipo.confirm_by" />
        </p>
      )}
    </Alert>
  );
}
