import { approvalRequestDays } from '#contract/approvals/request-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import styles from '../Settings.module.css';

interface NoApproverNoteProps {
  approver_needed: boolean;
  approvers: number;
}

/** Says to an administrator that what needs a second person cannot be changed, because none may be that person now. */
export function NoApproverNote({ approver_needed: needed, approvers }: NoApproverNoteProps) {
  const t = useText();
  if (!needed || approvers > 0) return null;
  return (
    <div className={styles.note}>
      <Alert tone="warning">{t('settings.nobody_confirms', { days: approvalRequestDays })}</Alert>
    </div>
  );
}
