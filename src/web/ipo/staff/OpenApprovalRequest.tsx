import { useState } from 'react';
import type { Proposal } from '#contract/ipo-staff-records.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIntent } from '#web/platform/api/idempotency-key.ts';
import { OverruleField } from '#web/platform/forms/OverruleField.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from '../Stack.module.css';
import { showDeskOffering, type DeskInfo } from './offering-queries.ts';
import { PreviewLines } from './PreviewLines.tsx';
import { ProposalLine } from './ApprovalRequestLine.tsx';

/** What waits for a second person: its proposer may take it back, anybody else who may act decides. */
export function OpenProposal({ info }: { info: DeskInfo }) {
  const t = useText();
  const proposal = info.proposals.find(({ decision }) => decision === null);
  if (!proposal) return null;
  return (
    <Card title={t('offerings.waiting_proposal')}>
      <div className={styles.stack}>
        <div>
          <ProposalLine info={info} proposal={proposal} />
        </div>
        {info.acts.includes('decide') ? (
          <Decision key={proposal.id} info={info} proposal={proposal} />
        ) : (
          <Alert tone="warning" title={t('offerings.second_needed')} />
        )}
        {info.acts.includes('withdraw_proposal') && <TakeBackButton proposal={proposal} />}
      </div>
    </Card>
  );
}

function TakeBackButton({ proposal }: { proposal: Proposal }) {
  const t = useText();
  const once = useIntent();
  const form = useCallForm({});
  const takeBack = form.submit(async () => {
    const body = { proposal_id: proposal.id };
    showDeskOffering(
      await once((idempotencyKey) => call('POST /api/staff/ipo/withdraw-proposal', { body }, { idempotencyKey })),
    );
  });
  return (
    <div>
      <FormErrors messages={form.messages} />
      <Button busy={form.busy} onClick={() => takeBack()}>
        {t('offerings.act_withdraw_proposal')}
      </Button>
    </div>
  );
}

function Decision({ info, proposal }: { info: DeskInfo; proposal: Proposal }) {
  const t = useText();
  const once = useIntent();
  const form = useCallForm({ note: '', overrule: '' });
  const [deciding, setDeciding] = useState<'approve' | 'reject'>();
  const decide = (decision: 'approve' | 'reject') => {
    setDeciding(decision);
    form.submit(async ({ note, overrule }) => {
      const body = { proposal_id: proposal.id, decision, ...(note && { note }), ...(overrule && { overrule }) };
      const answer = await once((idempotencyKey) => call('POST /api/staff/ipo/decide', { body }, { idempotencyKey }));
      showDeskOffering(answer);
      toast({ text: t('offerings.done') });
    })();
  };
  return (
    <div className={styles.stack}>
      <PreviewLines stockId={info.stock_id} act={proposal.act} price={proposal.price ?? undefined} />
      <FormErrors messages={form.messages} />
      <TextAreaField
        {...form.field('note')}
        label={t('offerings.note')}
        hint={t('offerings.note_hint')}
        rows={2}
        maxLength={500}
      />
      <OverruleField field={form.field('overrule')} />
      <div className={styles.buttons}>
        <Button
          variant="primary"
          busy={form.busy && deciding === 'approve'}
          disabled={form.busy}
          onClick={() => decide('approve')}
        >
          {t('offerings.approve')}
        </Button>
        <Button busy={form.busy && deciding === 'reject'} disabled={form.busy} onClick={() => decide('reject')}>
          {t('offerings.reject')}
        </Button>
      </div>
    </div>
  );
}
