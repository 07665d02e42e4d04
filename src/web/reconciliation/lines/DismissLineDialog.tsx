import type { StatementLineInfo } from '#contract/reconciliation/statements.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { refreshRuns } from '../reconciliation-queries.ts';

/** Says why a line is no payment of a client, or what was done about it. */
export function DismissLineDialog({ line, onClose }: { line: StatementLineInfo; onClose: () => void }) {
  const t = useText();
  const form = useCallForm({ note: '' });
  const dismiss = form.submit(async ({ note }) => {
    await call('POST /api/staff/reconciliation/statements/dismiss', { body: { line_id: line.id, note } });
    onClose();
    await refreshRuns();
  });
  return (
    <FormDialog
      title={t('reconciliation.dismiss_line')}
      confirmText={t('common.save')}
      form={form}
      onSubmit={dismiss}
      onClose={onClose}
    >
      <p>
        <bdi>{[line.name, line.reference].filter(Boolean).join(' · ')}</bdi>
      </p>
      <TextAreaField
        {...form.field('note')}
        label={t('reconciliation.note')}
        hint={t('reconciliation.dismiss_hint')}
        rows={4}
        maxLength={500}
        required
      />
    </FormDialog>
  );
}
