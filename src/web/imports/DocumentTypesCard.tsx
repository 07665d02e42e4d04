import type { ImportDetails } from '#contract/imports/endpoints.ts';
import type { ImportedType } from '#contract/imports/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { Card } from '#web/ui/layout/Card.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';

const typeName = (type: ImportedType): TextKey =>
  type === 'other' ? 'imports.type_other' : `verification.type_${type}`;

/** How many documents of each type an import brings. */
export function DocumentTypesCard({ types }: { types: ImportDetails['document_types'] }) {
  const t = useText();
  const { number } = useFormat();
  return (
    <Card title={t('imports.subject_documents')}>
      <DescriptionList items={types.map(({ type, count }) => ({ term: t(typeName(type)), details: number(count) }))} />
    </Card>
  );
}
