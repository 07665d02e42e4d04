import type { ReactNode } from 'react';
import type { ApprovalRequest } from '#contract/approvals/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import styles from './Approvals.module.css';
import { RequestActions } from './RequestActions.tsx';

interface ApprovalRequestNoteProps {
  approvalRequest: ApprovalRequest;
  /** What it would change. */
  children: ReactNode;
}

/** An open approval request: what it would change, its author and reason, and the actions on it. */
export function ApprovalRequestNote({ approvalRequest, children }: ApprovalRequestNoteProps) {
  const t = useText();
  const { author, reason, created_at: at, expires_at: until } = approvalRequest;
  return (
    <Alert tone="warning" title={t('approvals.waits')}>
      <div className={styles.note}>
        {children}
        <p>
          <bdi>{author}</bdi> · <DateTime at={at} /> · <bdi>{reason}</bdi>
        </p>
        <p>{until && <DateTime at={until} within="approvals.lapses" />}</p>
        <RequestActions main approvalRequest={approvalRequest}>
          {children}
        </RequestActions>
      </div>
    </Alert>
  );
}
