import type { ImportDetails } from '#contract/imports/endpoints.ts';
import { languageNames } from '#contract/kernel/languages.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { fieldNames } from './field-names.ts';

/** What each column was read as, which the second person approves as well. */
export function MappedCard({ run: { header, mapping, subject } }: { run: ImportDetails }) {
  const t = useText();
  if (!mapping) return null;
  const { columns, decimal_sign: sign, language, invite } = mapping;
  return (
    <Card title={t('imports.mapping')}>
      <DescriptionList
        facts
        items={[
          ...columns.map(({ column, field, currency }) => ({
            term: currency === undefined ? t(fieldNames[field]) : t('imports.field_balance_in', { currency }),
            details: <bdi>{header[column] || String(column + 1)}</bdi>,
          })),
          ...(subject === 'documents'
            ? []
            : [{ term: t('reconciliation.decimal_sign'), details: t(`reconciliation.decimal_${sign}`) }]),
          ...(subject === 'clients'
            ? [
                { term: t('imports.default_language'), details: languageNames[language] },
                { term: t('imports.invite'), details: t(`imports.invite_${invite}`) },
              ]
            : []),
        ]}
      />
    </Card>
  );
}
