import { useState } from 'react';
import type { OfferingApprovalRequest } from '#contract/ipo/staff-records.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { OverruleField } from '#web/platform/forms/OverruleField.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { showStaffOffering, type StaffOfferingInfo } from '../offering-queries.ts';
import { PreviewLines } from '../PreviewLines.tsx';
import { ApprovalRequestLine } from './ApprovalRequestLine.tsx';

/** An open approval request: its author may cancel it, any other person with the role decides. */
export function OpenApprovalRequest({ info }: { info: StaffOfferingInfo }) {
  const t = useText();
  const approvalRequest = info.approval_requests.find(({ state }) => state === 'open');
  if (!approvalRequest) return null;
  return (
    <Card title={t('offerings.waiting_approval')}>
      <div className={flowStyles.stack}>
        <div>
          <ApprovalRequestLine info={info} approvalRequest={approvalRequest} />
        </div>
        {info.actions.includes('decide') ? (
          <Decision key={approvalRequest.id} info={info} approvalRequest={approvalRequest} />
        ) : (
          <Alert tone="warning" title={t('offerings.approver_needed')} />
        )}
        {info.actions.includes('withdraw_request') && <TakeBackButton approvalRequest={approvalRequest} />}
      </div>
    </Card>
  );
}

function TakeBackButton({ approvalRequest }: { approvalRequest: OfferingApprovalRequest }) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const form = useCallForm({});
  const takeBack = form.submit(async () => {
    const body = { approval_request_id: approvalRequest.id };
    showStaffOffering(
      await sendOnce((idempotencyKey) => call('POST /api/staff/ipo/withdraw-request', { body }, { idempotencyKey })),
    );
  });
  return (
    <div>
      <FormErrors messages={form.messages} />
      <Button busy={form.busy} onClick={() => takeBack()}>
        {t('offerings.action_withdraw_request')}
      </Button>
    </div>
  );
}

function Decision({ info, approvalRequest }: { info: StaffOfferingInfo; approvalRequest: OfferingApprovalRequest }) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const form = useCallForm({ note: '', overrule: '' });
  const [deciding, setDeciding] = useState<'approve' | 'reject'>();
  const decide = (decision: 'approve' | 'reject') => {
    setDeciding(decision);
    form.submit(async ({ note, overrule }) => {
      const body = {
        approval_request_id: approvalRequest.id,
        decision,
        ...(note && { note }),
        ...(overrule && { overrule }),
      };
      const response = await sendOnce((idempotencyKey) =>
        call('POST /api/staff/ipo/decide', { body }, { idempotencyKey }),
      );
      showStaffOffering(response);
      toast({ text: t('offerings.done') });
    })();
  };
  return (
    <div className={flowStyles.stack}>
      <PreviewLines
        stockId={info.stock_id}
        action={approvalRequest.action}
        price={approvalRequest.price ?? undefined}
      />
      <FormErrors messages={form.messages} />
      <TextAreaField
        {...form.field('note')}
        label={t('offerings.note')}
        hint={t('offerings.note_hint')}
        rows={2}
        maxLength={500}
      />
      <OverruleField field={form.field('overrule')} />
      <div className={flowStyles.row}>
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
