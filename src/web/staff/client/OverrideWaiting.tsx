import { useState } from 'react';
import { limitSpans, type OverrideKind } from '#contract/override-names.ts';
import type { StaffClient } from '#contract/staff-clients.ts';
import type { OverrideProposal } from '#contract/staff-overrides.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useSignedIn } from '#web/platform/session.ts';
import { When } from '#web/platform/When.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './Client.module.css';
import { ConfirmOverrideDialog, DeclineOverrideDialog, WithdrawOverrideDialog } from './DecideOverrideDialogs.tsx';
import { mayGuard } from './may.ts';

const dialogs = {
  confirm: ConfirmOverrideDialog,
  decline: DeclineOverrideDialog,
  withdraw: WithdrawOverrideDialog,
} as const;
type Act = keyof typeof dialogs;

interface OverrideWaitingProps {
  client: StaffClient;
  kind: OverrideKind;
  proposal: OverrideProposal;
}

/** A limit that waits for a second person: what it would be, who wants it and why, and what may be done about it. */
export function OverrideWaiting({ client, kind, proposal }: OverrideWaitingProps) {
  const t = useText();
  const user = useSignedIn();
  const format = useFormat();
  const [open, setOpen] = useState<Act>();
  const what = useWhat(kind, proposal);
  const acts: readonly Act[] = proposal.own ? ['withdraw'] : ['confirm', 'decline'];
  const Decide = open && dialogs[open];
  const { until, reason, by, at } = proposal;
  return (
    <Alert tone="warning" title={t('staff.override_waits')}>
      <p>{what}</p>
      {until !== null && <p>{t('staff.override_until', { date: format.day(until) })}</p>}
      <p>
        <bdi>{by}</bdi> · <When at={at} /> · <span dir="auto">{reason}</span>
      </p>
      {mayGuard(user) && client.id !== user.id && (
        <div className={styles.acts}>
          {acts.map((act) => (
            <Button
              key={act}
              size="small"
              variant={act === 'confirm' ? 'primary' : 'secondary'}
              onClick={() => setOpen(act)}
            >
              {t(`staff.override_${act}`)}
            </Button>
          ))}
        </div>
      )}
      {Decide && <Decide client={client} proposal={proposal} what={what} onClose={() => setOpen(undefined)} />}
    </Alert>
  );
}

/** What it would be, in words. */
function useWhat(kind: OverrideKind, { ends, most, ...limits }: OverrideProposal): string {
  const t = useText();
  const format = useFormat();
  if (ends) return t('staff.override_end');
  if (kind === 'trading_accounts') return `${t('staff.override_most')}: ${format.number(most ?? 0)}`;
  return limitSpans
    .map((span) => {
      const limit = limits[span];
      return `${t(`staff.override_${span}`)}: ${limit === null ? t('payments.no_limit') : format.money(limit, 'USD')}`;
    })
    .join(' · ');
}
