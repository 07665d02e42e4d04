import { useState } from 'react';
import { statementFormats, statementLimits, type StatementFormat } from '#contract/wallets/names.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DateRangeField } from '#web/platform/forms/dates/DateRangeField.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { periodNames, periodOf, type Period, type PeriodName } from './periods.ts';
import textStyles from '#web/ui/Text.module.css';

type Choice = Period & { period: PeriodName | 'own' };

interface StatementDialogProps {
  open: boolean;
  title: string;
  /** Fetches the file and saves it. */
  save: (query: Period & { format: StatementFormat }) => Promise<void>;
  onClose: () => void;
}

/** Saves a statement: a usual period or days of one's own, as a PDF or for a spreadsheet. */
export function StatementDialog({ open, title, save, onClose }: StatementDialogProps) {
  const t = useText();
  const now = useNow();
  const [format, setFormat] = useState<StatementFormat>('pdf');
  const form = useCallForm<Choice>({ period: 'last_month', ...periodOf('last_month', now) });
  const choose = (name: Choice['period']) => {
    form.set('period', name);
    if (name === 'own') return;
    const { from, to } = periodOf(name, now);
    form.set('from', from);
    form.set('to', to);
  };
  const setDays = (days: Partial<Period>) => {
    form.set('period', 'own');
    for (const name of ['from', 'to'] as const) if (days[name] !== undefined) form.set(name, days[name]);
  };
  const close = () => {
    form.reset();
    onClose();
  };
  const submit = form.submit(async ({ from, to }) => {
    await save({ from, to, format });
    close();
  });
  return (
    <FormDialog
      open={open}
      title={title}
      busyText={t('wallets.statement_busy')}
      confirmText={t('wallets.statement_download')}
      form={form}
      onSubmit={submit}
      onClose={close}
    >
      <SelectField
        label={t('wallets.statement_period')}
        options={[...periodNames, 'own' as const].map((value) => ({ value, label: t(`wallets.period_${value}`) }))}
        value={form.values.period}
        onChange={(event) => choose(event.target.value as Choice['period'])}
      />
      <DateRangeField
        label={t('wallets.period_own')}
        days={form.values}
        error={form.field('from').error ?? form.field('to').error}
        required
        onChange={setDays}
      />
      <p className={textStyles.soft}>{t('wallets.statement_hint', { max: statementLimits.days })}</p>
      <SegmentedControl
        label={t('wallets.statement_format')}
        options={statementFormats.map((value) => ({ value, label: t(`wallets.format_${value}`) }))}
        value={format}
        onChange={setFormat}
      />
    </FormDialog>
  );
}
