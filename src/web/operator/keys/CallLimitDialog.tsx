import type { OperatorKey } from '#contract/operator/keys.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { CallLimitField } from './CallLimitField.tsx';

interface CallLimitDialogProps {
  subject: OperatorKey;
  onClose: () => void;
  onChanged: () => Promise<void>;
}

/** Another limit for a key that is in use. */
export function CallLimitDialog({ subject, onClose, onChanged }: CallLimitDialogProps) {
  const t = useText();
  const form = useCallForm({ calls_per_minute: String(subject.calls_per_minute) });
  const onSubmit = form.submit(async (values) => {
    await call('POST /api/staff/operator/keys/limit', { body: { key_id: subject.id, ...values } });
    await onChanged();
  });
  return (
    <FormDialog
      title={t('operator.limit_of', { name: subject.name })}
      confirmText={t('common.save')}
      form={form}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <CallLimitField {...form.field('calls_per_minute')} />
    </FormDialog>
  );
}
