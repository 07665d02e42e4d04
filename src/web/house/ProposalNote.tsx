import { useState } from 'react';
import type { HouseValues } from '#contract/house-catalogue.ts';
import type { SettingProposal } from '#contract/house-proposals.ts';
import { useText } from '#web/platform/i18n.tsx';
import { When } from '#web/platform/When.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmProposalDialog, DeclineProposalDialog, WithdrawProposalDialog } from './DecideDialogs.tsx';
import styles from './House.module.css';
import { nameKeyOf } from './names.ts';
import { LevelsEffect } from './NeedLevels.tsx';
import { SettingChange } from './SettingChange.tsx';

const dialogs = {
  confirm: ConfirmProposalDialog,
  decline: DeclineProposalDialog,
  withdraw: WithdrawProposalDialog,
} as const;
type Act = keyof typeof dialogs;

interface ProposalNoteProps {
  proposal: SettingProposal;
  mayDecide: boolean;
}

/** A change that waits for another administrator: what it would be, who wants it and why, and what may be done about it. */
export function ProposalNote({ proposal, mayDecide }: ProposalNoteProps) {
  const t = useText();
  const [open, setOpen] = useState<Act>();
  const name = t(nameKeyOf(proposal.key));
  const acts: readonly Act[] = proposal.own ? ['withdraw'] : ['confirm', 'decline'];
  const Decide = open && dialogs[open];
  return (
    <Alert tone="warning" title={t('house.waits')}>
      <div className={styles.waiting}>
        <SettingChange settingKey={proposal.key} was={proposal.was} value={proposal.value} />
        {mayDecide && proposal.key === 'verification.levels' && (
          <LevelsEffect levels={proposal.value as HouseValues['verification.levels']} />
        )}
        <p>
          <bdi>{proposal.author}</bdi> · <When at={proposal.created_at} /> · <bdi>{proposal.reason}</bdi>
        </p>
        <p>
          <When at={proposal.expires_at} within="house.lapses" />
        </p>
        {mayDecide && (
          <div className={styles.acts}>
            {acts.map((act) => (
              <Button
                key={act}
                size="small"
                variant={act === 'confirm' ? 'primary' : 'secondary'}
                aria-label={t(`house.${act}_this`, { name })}
                onClick={() => setOpen(act)}
              >
                {t(`house.${act}`)}
              </Button>
            ))}
          </div>
        )}
      </div>
      {Decide && <Decide proposal={proposal} name={name} onClose={() => setOpen(undefined)} />}
    </Alert>
  );
}
