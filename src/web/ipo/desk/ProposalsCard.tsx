import { useState } from 'react';
import type { Proposal } from '#contract/ipo-desk-records.ts';
import { call } from '#web/platform/api.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useIntent } from '#web/platform/intent-key.ts';
import { useSignedIn } from '#web/platform/session.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { When } from '#web/platform/When.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from '../Stack.module.css';
import { showDeskOffering, type DeskInfo } from './desk-queries.ts';
import { PreviewLines } from './PreviewLines.tsx';

/** What waits for a second person, and what became of earlier proposals. */
export function ProposalsCard({ info }: { info: DeskInfo }) {
  const t = useText();
  const { proposals } = info;
  if (proposals.length === 0) return null;
  const open = proposals.find(({ decision }) => decision === null);
  const ended = proposals.filter(({ decision }) => decision !== null);
  return (
    <Card title={t('offerings.proposals')}>
      <div className={styles.stack}>
        {open && <OpenProposal info={info} proposal={open} />}
        {ended.length > 0 && (
          <ul className={styles.stack}>
            {ended.map((proposal) => (
              <li key={proposal.id}>
                <ProposalLine info={info} proposal={proposal} />
                {proposal.decision && proposal.decided_by && proposal.decided_at && (
                  <p className={styles.soft}>
                    {t(`offerings.decided_${proposal.decision}`, { name: proposal.decided_by.name })}{' '}
                    <When at={proposal.decided_at} />
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function ProposalLine({ info: { terms }, proposal }: { info: DeskInfo; proposal: Proposal }) {
  const t = useText();
  const format = useFormat();
  const { act, price, method, clients, amount, proposed_by, proposed_at, note } = proposal;
  return (
    <>
      <p>
        <strong>
          {act === 'price'
            ? t('offerings.proposal_price', { price: format.money(price ?? '0', terms.currency) })
            : t('offerings.proposal_allot', { method: method ? t(`ipo.method_${method}`) : '' })}
        </strong>
      </p>
      <p className={styles.soft}>
        {t('offerings.proposed_by', { name: proposed_by.name })} <When at={proposed_at} /> ·{' '}
        {t('offerings.touched', { count: clients, amount: format.money(amount, terms.currency) })}
      </p>
      {note && (
        <p className={styles.soft} dir="auto">
          {note}
        </p>
      )}
    </>
  );
}

/** The one that waits: its proposer may take it back, anybody else who may act decides. */
function OpenProposal({ info, proposal }: { info: DeskInfo; proposal: Proposal }) {
  const t = useText();
  const user = useSignedIn();
  const isMine = proposal.proposed_by.id === user.id;
  return (
    <div className={styles.sunken}>
      <ProposalLine info={info} proposal={proposal} />
      {isMine ? (
        <>
          <Alert tone="warning" title={t('offerings.second_needed')} />
          {info.acts.includes('withdraw_proposal') && <TakeBackButton proposal={proposal} />}
        </>
      ) : (
        info.acts.includes('decide') && <Decision info={info} proposal={proposal} />
      )}
    </div>
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
  const form = useCallForm({ note: '' });
  const [deciding, setDeciding] = useState<'approve' | 'reject'>();
  const decide = (decision: 'approve' | 'reject') => {
    setDeciding(decision);
    form.submit(async ({ note }) => {
      const body = { proposal_id: proposal.id, decision, ...(note && { note }) };
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
