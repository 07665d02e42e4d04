import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link, useScreenName } from '#web/platform/navigation/navigation.tsx';
import { useCancelClosure } from '#web/platform/session/use-cancel-closure.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** Says on every screen that the account is to be closed, with a way to cancel it. The settings have the details. */
export function ClosureNotice({ closesAt }: { closesAt: string }) {
  const t = useText();
  const { isBusy, cancelClosure } = useCancelClosure();
  if (useScreenName() === 'settings.settings') return null;
  return (
    <Alert
      tone="warning"
      action={
        <span className={flowStyles.row}>
          <Button size="small" busy={isBusy} onClick={cancelClosure}>
            {t('shell.closure_keep')}
          </Button>
          <Link to="/settings/settings" className={buttonClass({ variant: 'quiet', size: 'small' })}>
            {t('shell.closure_see')}
          </Link>
        </span>
      }
    >
      <p>
        <DateTime at={closesAt} within="shell.closure_on" />
      </p>
    </Alert>
  );
}
