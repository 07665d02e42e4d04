import { useState, type ReactNode } from 'react';
import type { ApprovalRequest } from '#contract/approvals/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog, DeclineDialog, WithdrawDialog } from './DecideDialogs.tsx';
import styles from './Approvals.module.css';
import { useRequestName } from './use-request-name.ts';

const dialogs = { approve: ConfirmDialog, decline: DeclineDialog, withdraw: WithdrawDialog } as const;
type Action = keyof typeof dialogs;

interface ApprovalRequestNoteProps {
  approvalRequest: ApprovalRequest;
  /** What it would change. */
  children: ReactNode;
}

/** An open approval request: what it would change, its author and reason, and the actions on it. */
export function ApprovalRequestNote({ approvalRequest, children }: ApprovalRequestNoteProps) {
  const t = useText();
  const [open, setOpen] = useState<Action>();
  const name = useRequestName()(approvalRequest);
  const Decide = open && dialogs[open];
  const { author, reason, created_at: at, expires_at: until } = approvalRequest;
  return (
    <Alert tone="warning" title={t('approvals.waits')}>
      <div className={styles.note}>
        {children}
        <p>
          <bdi>{author}</bdi> · <DateTime at={at} /> · <bdi>{reason}</bdi>
        </p>
        <p>{until && <DateTime at={until} within="approvals.lapses" />}</p>
        <div className={styles.acts}>
          {actionsOn(approvalRequest).map((action) => (
            <Button
              key={action}
              size="small"
              variant={action === 'approve' ? 'primary' : 'secondary'}
              aria-label={t(`approvals.${action}_this`, { name })}
              onClick={() => setOpen(action)}
            >
              {t(`approvals.${action}`)}
            </Button>
          ))}
        </div>
      </div>
      {Decide && (
        <Decide approvalRequest={approvalRequest} name={name} onClose={() => setOpen(undefined)}>
          {children}
        </Decide>
      )}
    </Alert>
  );
}

function actionsOn({ own, may_decide: mayDecide }: ApprovalRequest): readonly Action[] {
  if (own) return ['withdraw'];
  return mayDecide ? ['approve', 'decline'] : [];
}
