import { approvalRequestDays } from '#contract/approvals/request-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import styles from '../Settings.module.css';

interface ApproverNoteProps {
  approver_needed: boolean;
  approvers: number;
}

/** Says to an administrator whether a second person has to confirm what they change here. */
export function ApproverNote({ approver_needed: needed, approvers }: ApproverNoteProps) {
  const t = useText();
  const days = approvalRequestDays;
  return (
    <div className={styles.note}>
      {!needed && <Alert>{t('settings.at_once', { days })}</Alert>}
      {needed && approvers > 0 && <Alert>{t('settings.two_needed', { days })}</Alert>}
      {needed && approvers === 0 && <Alert tone="warning">{t('settings.nobody_confirms', { days })}</Alert>}
    </div>
  );
}
