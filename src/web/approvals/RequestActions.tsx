import { useState, type ReactNode } from 'react';
import type { ApprovalRequest } from '#contract/approvals/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './Approvals.module.css';
import { ConfirmDialog, DeclineDialog, WithdrawDialog } from './DecideDialogs.tsx';
import { useRequestName } from './use-request-name.ts';

const dialogs = { approve: ConfirmDialog, decline: DeclineDialog, withdraw: WithdrawDialog } as const;
type Action = keyof typeof dialogs;

interface RequestActionsProps {
  approvalRequest: ApprovalRequest;
  /** Of a single request, whose approval is the act of its screen. */
  main?: boolean;
  /** What it would change: the person who decides sees it there as well. */
  children: ReactNode;
}

/** What the reader may do about an open request. */
export function RequestActions({ approvalRequest, main = false, children }: RequestActionsProps) {
  const t = useText();
  const [open, setOpen] = useState<Action>();
  const name = useRequestName()(approvalRequest);
  const Decide = open && dialogs[open];
  return (
    <>
      <div className={styles.acts}>
        {actionsOn(approvalRequest).map((action) => (
          <Button
            key={action}
            size="small"
            variant={main && action === 'approve' ? 'primary' : 'secondary'}
            aria-label={t(`approvals.${action}_this`, { name })}
            onClick={() => setOpen(action)}
          >
            {t(`approvals.${action}`)}
          </Button>
        ))}
      </div>
      {Decide && (
        <Decide approvalRequest={approvalRequest} name={name} onClose={() => setOpen(undefined)}>
          {children}
        </Decide>
      )}
    </>
  );
}

function actionsOn({ own, may_decide: mayDecide }: ApprovalRequest): readonly Action[] {
  if (own) return ['withdraw'];
  return mayDecide ? ['approve', 'decline'] : [];
}
