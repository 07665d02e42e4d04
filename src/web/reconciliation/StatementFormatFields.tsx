import { knownCurrencies } from '#contract/kernel/money.ts';
import { dateOrders, decimalSigns, statementColumns } from '#contract/reconciliation/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import type { FormatFields } from './statement-format.ts';

const dateExamples = { year_first: '2026-03-31', day_first: '31.03.2026', month_first: '03/31/2026' };

/** How a bank writes its file: the names of its columns, its decimal sign, its dates. */
export function StatementFormatFields({ field }: Pick<ReturnType<typeof useCallForm<FormatFields>>, 'field'>) {
  const t = useText();
  return (
    <Disclosure label={t('reconciliation.format')}>
      {statementColumns.map((column) => (
        <TextField
          key={column}
          {...field(`column_${column}`)}
          label={t(`reconciliation.column_${column}`)}
          maxLength={120}
        />
      ))}
      <SelectField
        {...field('one_currency')}
        label={t('reconciliation.one_currency')}
        options={[
          { value: '', label: t('reconciliation.one_currency_none') },
          ...knownCurrencies.map((value) => ({ value, label: value })),
        ]}
      />
      <SelectField
        {...field('decimal_sign')}
        label={t('reconciliation.decimal_sign')}
        options={decimalSigns.map((value) => ({ value, label: t(`reconciliation.decimal_${value}`) }))}
      />
      <SelectField
        {...field('date_order')}
        label={t('reconciliation.date_order')}
        options={dateOrders.map((value) => ({ value, label: dateExamples[value] }))}
      />
    </Disclosure>
  );
}
