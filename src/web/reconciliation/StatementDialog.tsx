import { useState } from 'react';
import type { RequestOf } from '#contract/api.ts';
import { knownCurrencies } from '#contract/kernel/money.ts';
import { paymentMethods } from '#contract/payments/names.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { FileField } from '#web/ui/files/FileField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshRuns } from './reconciliation-queries.ts';
import { formatOf, ownFormat, readText } from './statement-format.ts';
import { StatementFormatFields } from './StatementFormatFields.tsx';

type Body = RequestOf<'POST /api/staff/reconciliation/statement'>['body'];
const empty = { method: 'bank_transfer', name: '', from: '', to: '', lines: '', currency: '', total: '', ...ownFormat };

/** Takes a statement's lines, from a file or typed, or its total, and holds them against the books. */
export function StatementDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const [isSum, setSum] = useState(false);
  const form = useCallForm(empty);
  const { values } = form;
  const close = () => {
    form.reset();
    onClose();
  };
  const send = form.submit(async ({ method, name, from, to, lines, currency, total, ...format }) => {
    const content = isSum ? { total: { currency, amount: total } } : { lines, file_format: formatOf(format) };
    const body: Body = { method: method as Body['method'], name, from, to, ...content };
    await sendOnce((idempotencyKey) => call('POST /api/staff/reconciliation/statement', { body }, { idempotencyKey }));
    close();
    await refreshRuns();
    toast({ text: t('reconciliation.statement_held') });
  });
  const read = async ([file]: readonly File[]) => {
    if (!file) return;
    form.set('lines', await readText(file));
    if (!values.name) form.set('name', file.name.slice(0, 120));
  };
  return (
    <FormDialog
      open={open}
      wide
      title={t('reconciliation.add_statement')}
      confirmText={t('reconciliation.hold')}
      form={form}
      onSubmit={send}
      onClose={close}
    >
      <SelectField
        {...form.field('method')}
        label={t('reconciliation.method')}
        options={paymentMethods.map((value) => ({ value, label: t(`payments.method_${value}`) }))}
      />
      <TextField {...form.field('name')} label={t('reconciliation.name')} maxLength={120} required />
      <TextField {...form.field('from')} type="date" label={t('reconciliation.from')} required />
      <TextField {...form.field('to')} type="date" label={t('reconciliation.to')} required />
      <SelectField
        label={t('reconciliation.tells')}
        options={[
          { value: 'lines', label: t('reconciliation.tells_lines') },
          { value: 'total', label: t('reconciliation.tells_total') },
        ]}
        value={isSum ? 'total' : 'lines'}
        onChange={({ target }) => setSum(target.value === 'total')}
      />
      {isSum ? (
        <>
          <SelectField
            {...form.field('currency')}
            label={t('reconciliation.currency')}
            placeholder={t('reconciliation.choose')}
            options={knownCurrencies.map((value) => ({ value, label: value }))}
            required
          />
          <TextField
            {...form.field('total')}
            label={t('reconciliation.total')}
            hint={t('reconciliation.total_hint')}
            inputMode="decimal"
            dir="ltr"
            maxLength={24}
            required
          />
        </>
      ) : (
        <>
          <FileField
            label={t('reconciliation.file')}
            hint={t('reconciliation.file_hint')}
            chooseText={t('reconciliation.choose_file')}
            dropText={t('reconciliation.drop_file')}
            accept=".csv,.xml,.sta,.mt940,.mt942,.txt,text/csv,text/plain,text/xml,application/xml"
            multiple={false}
            onFiles={(files) => void read(files)}
          />
          <TextAreaField
            {...form.field('lines')}
            label={t('reconciliation.lines')}
            hint={t('reconciliation.lines_hint')}
            rows={8}
            dir="ltr"
            spellCheck={false}
            required
          />
          <StatementFormatFields field={form.field} />
        </>
      )}
    </FormDialog>
  );
}
