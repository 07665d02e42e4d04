import type { BookEntry } from '#contract/ipo-staff-records.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIntent } from '#web/platform/api/idempotency-key.ts';
import { ReasonField } from '#web/platform/forms/ReasonField.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { RecordNumber } from '#web/ui/RecordNumber.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { toast } from '#web/ui/toast.ts';
import { showDeskOffering, type DeskInfo } from './offering-queries.ts';
import { PreviewLines } from './PreviewLines.tsx';

interface RejectDialogProps {
  info: DeskInfo;
  entry: BookEntry;
  onClose: () => void;
}

/** Turns one application down, with a reason that its client reads and a note that he does not. */
export function RejectDialog({ info, entry, onClose }: RejectDialogProps) {
  const t = useText();
  const once = useIntent();
  const form = useCallForm({ reason: '', note: '' });
  const submit = form.submit(async ({ reason, note }) => {
    const body = { application_id: entry.id, reason, note };
    const answer = await once((idempotencyKey) => call('POST /api/staff/ipo/reject', { body }, { idempotencyKey }));
    onClose();
    showDeskOffering(answer);
    toast({ text: t('offerings.done') });
  });
  return (
    <FormDialog
      title={t('offerings.act_reject')}
      confirmText={t('offerings.act_reject')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        <bdi>{entry.client.name}</bdi> · <RecordNumber value={entry.number} />
      </p>
      <PreviewLines stockId={info.stock_id} act="reject" applicationId={entry.id} />
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
