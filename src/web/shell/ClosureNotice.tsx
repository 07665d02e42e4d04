import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go, useScreenName } from '#web/platform/navigation/navigation.tsx';
import { useKeepAccount } from '#web/platform/session/use-cancel-closure.ts';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import styles from './ClosingNotice.module.css';

/** Says on every screen that the account is to be closed, with the way back. The settings say it in full. */
export function ClosingNotice({ closesAt }: { closesAt: string }) {
  const t = useText();
  const { isBusy, keep } = useKeepAccount();
  if (useScreenName() === 'settings.settings') return null;
  return (
    <Alert
      tone="warning"
      action={
        <span className={styles.acts}>
          <Button size="small" busy={isBusy} onClick={keep}>
            {t('shell.closing_keep')}
          </Button>
          <Go to="/settings/settings" className={buttonClass({ variant: 'quiet', size: 'small' })}>
            {t('shell.closing_see')}
          </Go>
        </span>
      }
    >
      <p>
        <When at={closesAt} within="shell.closing_on" />
      </p>
    </Alert>
  );
}
