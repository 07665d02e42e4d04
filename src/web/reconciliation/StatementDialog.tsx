import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { RequestOf } from '#contract/api.ts';
import { knownCurrencies } from '#contract/kernel/money.ts';
import { paymentMethods } from '#contract/payments/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { sendFile } from '#web/platform/files/upload.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { pathIn, useLanguage } from '#web/platform/i18n/language.ts';
import { DateRangeField } from '#web/platform/forms/dates/DateRangeField.tsx';
import { ComboField } from '#web/platform/forms/combo/ComboField.tsx';
import { FileField } from '#web/ui/files/FileField.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { refreshRuns } from './reconciliation-queries.ts';
import { formatOf, ownFormat } from './statement-format.ts';
import { StatementFormatFields } from './StatementFormatFields.tsx';

type Body = RequestOf<'POST /api/staff/reconciliation/statement'>['body'];
const empty = { method: 'bank_transfer', name: '', from: '', to: '', currency: '', total: '', ...ownFormat };

/** Takes a statement as a file, whose lines are matched with payments, or its total; then opens it. */
export function StatementDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const router = useRouter();
  const language = useLanguage();
  const sendOnce = useIdempotentCall();
  const [isSum, setSum] = useState(false);
  const [file, setFile] = useState<File>();
  const [credits, setCredits] = useState(true);
  const form = useCallForm(empty);
  const close = () => {
    form.reset();
    setFile(undefined);
    onClose();
  };
  const upload = (chosen: File, { method, name, ...fields }: typeof empty) => {
    const query = {
      method,
      name,
      credit: credits && method === 'bank_transfer' ? 'exact' : 'none',
      ...formatOf(fields),
    };
    return sendFile('POST /api/staff/reconciliation/statements/upload', chosen, { query });
  };
  const compare = ({ method, name, from, to, currency, total }: typeof empty) => {
    const body: Body = { method: method as Body['method'], name, from, to, total: { currency, amount: total } };
    return sendOnce((idempotencyKey) => call('POST /api/staff/reconciliation/statement', { body }, { idempotencyKey }));
  };
  const send = form.submit(async (values) => {
    if (!isSum && !file) return;
    const { id } = await (isSum || !file ? compare(values) : upload(file, values));
    close();
    await refreshRuns();
    await router.navigate({ href: pathIn(language, `/admin/reconciliation/${id}`) });
  });
  const choose = ([chosen]: readonly File[]) => {
    setFile(chosen);
    // A CSV names no account and has no balances, so a person decides.
    setCredits(!/\.(?:csv|txt)$/i.test(chosen?.name ?? ''));
    if (chosen && !form.values.name) form.set('name', chosen.name.slice(0, 120));
  };
  return (
    <FormDialog
      open={open}
      wide
      title={t('reconciliation.add_statement')}
      confirmText={t(isSum ? 'reconciliation.hold' : 'reconciliation.add_statement')}
      form={form}
      onSubmit={send}
      onClose={close}
    >
      <SelectField
        {...form.field('method')}
        label={t('reconciliation.method')}
        options={paymentMethods.map((value) => ({ value, label: t(`payments.method_${value}`) }))}
      />
      <SelectField
        label={t('reconciliation.tells')}
        options={[
          { value: 'lines', label: t('reconciliation.tells_lines') },
          { value: 'total', label: t('reconciliation.tells_total') },
        ]}
        value={isSum ? 'total' : 'lines'}
        onChange={({ target }) => setSum(target.value === 'total')}
      />
      {!isSum && (
        <FileField
          label={t('reconciliation.file')}
          hint={t('reconciliation.file_hint')}
          chooseText={t('reconciliation.choose_file')}
          dropText={t('reconciliation.drop_file')}
          accept=".csv,.xml,.sta,.mt940,.mt942,.txt,text/csv,text/plain,text/xml,application/xml"
          multiple={false}
          onFiles={choose}
        >
          {file && <bdi>{file.name}</bdi>}
        </FileField>
      )}
      <TextField {...form.field('name')} label={t('reconciliation.name')} maxLength={120} required />
      {isSum ? (
        <>
          <DateRangeField
            label={t('common.period')}
            days={form.values}
            error={form.field('from').error ?? form.field('to').error}
            required
            onChange={(days) => {
              for (const name of ['from', 'to'] as const) if (days[name] !== undefined) form.set(name, days[name]);
            }}
          />
          <ComboField
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
          {form.values.method === 'bank_transfer' && (
            <CheckboxField
              label={t('reconciliation.credit_exact')}
              checked={credits}
              onChange={({ target }) => setCredits(target.checked)}
            />
          )}
          <StatementFormatFields field={form.field} />
        </>
      )}
    </FormDialog>
  );
}
