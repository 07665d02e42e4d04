import { useQuery } from '@tanstack/react-query';
import { legalKinds } from '#contract/legal/names.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Lead } from '#web/ui/layout/Lead.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { DocumentsTable } from './DocumentsTable.tsx';
import { staffLegalQuery } from './legal-queries.ts';

/** The documents of the operator with all their versions. */
export function StaffLegalPage() {
  const t = useText();
  const query = useQuery(staffLegalQuery);
  const published = query.data?.filter(({ state }) => state !== 'draft');
  const missing = published && legalKinds.filter((kind) => !published.some((each) => each.kind === kind));
  return (
    <Page
      title={t('legal.title')}
      lead={missing ? <Lead>{t('legal.state', { count: missing.length })}</Lead> : '\u00A0'}
      intro={t('legal.staff_intro')}
      actions={<CsvButton action={() => download('GET /api/staff/legal/file', { query: {} })} />}
    >
      <QueryCard query={query} title={t('legal.title')} titled={false} flush skeleton={<SkeletonRows count={3} />}>
        {(versions) => <DocumentsTable versions={versions} />}
      </QueryCard>
    </Page>
  );
}
