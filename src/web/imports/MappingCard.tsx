import { useState } from 'react';
import type { ImportDetails } from '#contract/imports/endpoints.ts';
import { importFields } from '#contract/imports/names.ts';
import { languageNames } from '#contract/kernel/languages.ts';
import { knownCurrencies } from '#contract/kernel/money.ts';
import { decimalSigns } from '#contract/reconciliation/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { fieldNames } from './field-names.ts';
import { refreshImports } from './imports-queries.ts';
import { choicesOf, mappingOf } from './mapping.ts';

/** Which column of the file has what, with a value of its first rows, and how the file writes amounts. */
export function MappingCard({ run }: { run: ImportDetails }) {
  const t = useText();
  const own = useLanguage();
  const [choices, setChoices] = useState(() => choicesOf(run));
  const form = useCallForm({
    decimal_sign: run.mapping?.decimal_sign ?? 'point',
    language: run.mapping?.language ?? own,
    invite: run.mapping?.invite ?? 'later',
  });
  const check = form.submit(async (values) => {
    const body = { run_id: run.id, mapping: mappingOf(choices, values) };
    await call('POST /api/staff/imports/check', { body }).finally(refreshImports);
  });
  const options = [
    ...importFields
      .filter((field) => field !== 'balance')
      .map((field) => ({ value: field, label: t(fieldNames[field]) })),
    ...knownCurrencies.map((currency) => ({
      value: `balance:${currency}`,
      label: t('imports.field_balance_in', { currency }),
    })),
  ];
  return (
    <Card title={t('imports.mapping')}>
      <form className={flowStyles.stack} noValidate onSubmit={check}>
        <p>{t('imports.mapping_text')}</p>
        <FormErrors messages={form.messages} />
        {run.header.map((name, column) => (
          <SelectField
            // The columns of a file never change, and two may have one name.
            // oxlint-disable-next-line react/no-array-index-key
            key={column}
            label={name || String(column + 1)}
            hint={exampleOf(run, column, (value) => t('imports.example', { value }))}
            placeholder={t('imports.skip')}
            options={options}
            value={choices[column] ?? ''}
            onChange={({ target }) => setChoices(choices.with(column, target.value))}
          />
        ))}
        <SelectField
          {...form.field('decimal_sign')}
          label={t('reconciliation.decimal_sign')}
          options={decimalSigns.map((value) => ({ value, label: t(`reconciliation.decimal_${value}`) }))}
        />
        <SelectField
          {...form.field('language')}
          label={t('imports.default_language')}
          options={windowConfig.languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <SelectField
          {...form.field('invite')}
          label={t('imports.invite')}
          options={(['later', 'now'] as const).map((value) => ({ value, label: t(`imports.invite_${value}`) }))}
        />
        <div>
          <Button type="submit" variant="primary" busy={form.busy}>
            {t('imports.check')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** The first value of a column; none where it is empty in all rows that are shown. */
function exampleOf({ samples }: ImportDetails, column: number, words: (value: string) => string): string | undefined {
  const value = samples.map((cells) => cells[column]?.trim()).find(Boolean);
  return value === undefined ? undefined : words(value.slice(0, 80));
}
