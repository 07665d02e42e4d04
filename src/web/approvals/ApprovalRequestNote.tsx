import { useState, type ReactNode } from 'react';
import type { Proposal } from '#contract/approvals.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog, DeclineDialog, WithdrawDialog } from './DecideDialogs.tsx';
import styles from './Approvals.module.css';
import { useProposalName } from './use-request-name.ts';

const dialogs = { confirm: ConfirmDialog, decline: DeclineDialog, withdraw: WithdrawDialog } as const;
type Act = keyof typeof dialogs;

interface ProposalNoteProps {
  proposal: Proposal;
  /** What it would change. */
  children: ReactNode;
}

/** What waits for a second person: what it would be, who wants it and why, and what may be done about it. */
export function ProposalNote({ proposal, children }: ProposalNoteProps) {
  const t = useText();
  const [open, setOpen] = useState<Act>();
  const name = useProposalName()(proposal);
  const Decide = open && dialogs[open];
  const { author, reason, created_at: at, expires_at: until } = proposal;
  return (
    <Alert tone="warning" title={t('proposals.waits')}>
      <div className={styles.note}>
        {children}
        <p>
          <bdi>{author}</bdi> · <When at={at} /> · <bdi>{reason}</bdi>
        </p>
        <p>
          <When at={until} within="proposals.lapses" />
        </p>
        <div className={styles.acts}>
          {actsOn(proposal).map((act) => (
            <Button
              key={act}
              size="small"
              variant={act === 'confirm' ? 'primary' : 'secondary'}
              aria-label={t(`proposals.${act}_this`, { name })}
              onClick={() => setOpen(act)}
            >
              {t(`proposals.${act}`)}
            </Button>
          ))}
        </div>
      </div>
      {Decide && (
        <Decide proposal={proposal} name={name} onClose={() => setOpen(undefined)}>
          {children}
        </Decide>
      )}
    </Alert>
  );
}

function actsOn({ own, may_decide: mayDecide }: Proposal): readonly Act[] {
  if (own) return ['withdraw'];
  return mayDecide ? ['confirm', 'decline'] : [];
}
