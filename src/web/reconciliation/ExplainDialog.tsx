import { Fragment } from 'react';
import type { ReconciliationFinding } from '#contract/reconciliation/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { refreshRuns } from './reconciliation-queries.ts';

/** Why something differs and what was done about it. */
export function ExplainDialog({ finding, onClose }: { finding: ReconciliationFinding; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const { id, reference, payment, trading_account_id: number, client, result, difference, currency } = finding;
  const differs = difference !== null && currency !== null;
  const about = [
    payment?.number ?? reference ?? number,
    client?.name,
    t(`reconciliation.result_${result}`),
    differs && format.money(difference, currency, { exact: true, signed: true }),
  ].filter((part) => typeof part === 'string');
  const form = useCallForm({ note: '' });
  const explain = form.submit(async ({ note }) => {
    await call('POST /api/staff/reconciliation/resolve', { body: { finding_id: id, note } });
    onClose();
    await refreshRuns();
  });
  return (
    <FormDialog
      title={t('reconciliation.explain')}
      confirmText={t('common.save')}
      form={form}
      onSubmit={explain}
      onClose={onClose}
    >
      <p>
        {about.map((part, index) => (
          <Fragment key={part}>
            {index > 0 && ' · '}
            <bdi>{part}</bdi>
          </Fragment>
        ))}
      </p>
      <TextAreaField
        {...form.field('note')}
        label={t('reconciliation.note')}
        hint={t('reconciliation.note_hint')}
        rows={4}
        maxLength={500}
        required
      />
    </FormDialog>
  );
}
