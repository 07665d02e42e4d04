import { proposalDays } from '#contract/approval-request-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import styles from './Settings.module.css';

interface SecondNoteProps {
  second_needed: boolean;
  confirmers: number;
}

/** Says to an administrator whether a second person has to confirm what they change here. */
export function SecondNote({ second_needed: needed, confirmers }: SecondNoteProps) {
  const t = useText();
  const days = proposalDays;
  return (
    <div className={styles.note}>
      {!needed && <Alert>{t('house.at_once', { days })}</Alert>}
      {needed && confirmers > 0 && <Alert>{t('house.two_needed', { days })}</Alert>}
      {needed && confirmers === 0 && <Alert tone="warning">{t('house.nobody_confirms', { days })}</Alert>}
    </div>
  );
}
