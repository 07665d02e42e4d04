import type { BookEntry } from '#contract/ipo/staff-records.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { ReasonField } from '#web/platform/forms/ReasonField.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { showStaffOffering, type StaffOfferingInfo } from '../offering-queries.ts';
import { PreviewLines } from '../PreviewLines.tsx';

interface RejectDialogProps {
  info: StaffOfferingInfo;
  entry: BookEntry;
  onClose: () => void;
}

/** Rejects one application, with a reason for its client and a note for staff only. */
export function RejectDialog({ info, entry, onClose }: RejectDialogProps) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const form = useCallForm({ reason: '', note: '' });
  const submit = form.submit(async ({ reason, note }) => {
    const body = { application_id: entry.id, reason, note };
    const response = await sendOnce((idempotencyKey) =>
      call('POST /api/staff/ipo/reject', { body }, { idempotencyKey }),
    );
    onClose();
    showStaffOffering(response);
    toast({ text: t('offerings.done') });
  });
  return (
    <FormDialog
      title={t('offerings.action_reject')}
      confirmText={t('offerings.action_reject')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        <bdi>{entry.client.name}</bdi> · <RecordNumber value={entry.number} />
      </p>
      <PreviewLines stockId={info.stock_id} action="reject" applicationId={entry.id} />
      <ReasonField {...form.field('reason')} purpose="application" label={t('offerings.reason')} />
      <TextAreaField
        {...form.field('note')}
        label={t('offerings.note')}
        hint={t('offerings.note_hint')}
        rows={3}
        maxLength={500}
        required
      />
    </FormDialog>
  );
}
