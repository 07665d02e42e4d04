import type { Finding } from '#contract/payments/provider-endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshFindings } from './queue-queries.ts';

/** Notes what was done about a report of a provider. */
export function CloseFindingDialog({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const t = useText();
  const form = useCallForm({ note: '' });
  const close = form.submit(async ({ note }) => {
    const body = { finding_id: finding.id, note };
    await call('POST /api/staff/payments/close-finding', { body });
    await refreshFindings();
    onClose();
    toast({ text: t('payments.finding_closed') });
  });
  return (
    <FormDialog
      closes
      title={t(`payments.finding_${finding.kind}`)}
      confirmText={t('payments.finding_close')}
      form={form}
      onSubmit={close}
      onClose={onClose}
    >
      <TextAreaField {...form.field('note')} label={t('payments.finding_done')} rows={3} maxLength={500} required />
    </FormDialog>
  );
}
