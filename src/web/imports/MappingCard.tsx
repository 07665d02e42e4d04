import { useState } from 'react';
import type { ImportDetails } from '#contract/imports/endpoints.ts';
import { fieldsOf, importedTypes, movementKinds, type ImportSubject } from '#contract/imports/names.ts';
import { languageNames } from '#contract/kernel/languages.ts';
import { knownCurrencies } from '#contract/kernel/money.ts';
import { decimalSigns } from '#contract/reconciliation/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { Button } from '#web/ui/Button.tsx';
import textStyles from '#web/ui/Text.module.css';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { hiddenLabels } from '#web/ui/VisuallyHidden.tsx';
import { fieldNames } from './field-names.ts';
import styles from './Imports.module.css';
import { refreshImports } from './imports-queries.ts';
import { choicesOf, mappingOf } from './mapping.ts';

/** Its first check is an act of the page. */
export const mappingForm = 'import-mapping';

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
  const ofClients = run.subject === 'clients';
  const options = [
    ...fieldsOf[run.subject]
      .filter((field) => field !== 'balance' || !ofClients)
      .map((field) => ({ value: field, label: t(fieldNames[field]) })),
    ...(ofClients ? knownCurrencies : []).map((currency) => ({
      value: `balance:${currency}`,
      label: t('imports.field_balance_in', { currency }),
    })),
  ];
  const columns: Column<number>[] = [
    {
      key: 'column',
      header: t('imports.column'),
      cell: (column) => <bdi>{nameOf(run, column)}</bdi>,
    },
    {
      key: 'example',
      header: t('imports.values'),
      bare: true,
      cell: (column) => <bdi className={textStyles.soft}>{valuesOf(run, column)}</bdi>,
    },
    {
      key: 'field',
      header: t('imports.meaning'),
      bare: true,
      cell: (column) => (
        <div className={hiddenLabels}>
          <SelectField
            label={nameOf(run, column)}
            placeholder={t('imports.skip')}
            options={options}
            value={choices[column] ?? ''}
            onChange={({ target }) => setChoices(choices.with(column, target.value))}
          />
        </div>
      ),
    },
  ];
  return (
    <form id={mappingForm} noValidate onSubmit={check}>
      <Card
        flush
        title={t('imports.mapping')}
        actions={
          run.state === 'checked' && (
            <Button type="submit" size="small" busy={form.busy}>
              {t('imports.check')}
            </Button>
          )
        }
      >
        <div className={styles.terms}>
          <p>{mappingText(t, run.subject)}</p>
          <FormErrors messages={form.messages} />
          <div className={flowStyles.pair}>
            {run.subject !== 'documents' && (
              <SelectField
                {...form.field('decimal_sign')}
                label={t('reconciliation.decimal_sign')}
                options={decimalSigns.map((value) => ({ value, label: t(`reconciliation.decimal_${value}`) }))}
              />
            )}
            {ofClients && (
              <>
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
              </>
            )}
          </div>
        </div>
        <DataTable
          caption={t('imports.mapping')}
          columns={columns}
          rows={run.header.map((_, column) => column)}
          rowKey={String}
        />
      </Card>
    </form>
  );
}

function mappingText(t: ReturnType<typeof useText>, subject: ImportSubject): string {
  if (subject === 'history')
    return t('imports.mapping_text_history', { kinds: movementKinds.join(', '), date: '2024-03-31' });
  if (subject === 'documents')
    return t('imports.mapping_text_documents', { kinds: importedTypes.join(', '), date: '2024-03-31' });
  return t(subject === 'clients' ? 'imports.mapping_text' : 'imports.mapping_text_accounts');
}

const nameOf = ({ header }: ImportDetails, column: number) => header[column] || String(column + 1);

/** The first values of a column, without the cells that are empty. */
function valuesOf({ samples }: ImportDetails, column: number): string {
  const values = samples.map((cells) => cells[column]?.trim()).filter(Boolean);
  return values.slice(0, 3).join(' · ').slice(0, 80);
}
