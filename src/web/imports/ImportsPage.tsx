import { useQuery } from '@tanstack/react-query';
import { FileInput, Upload } from 'lucide-react';
import { useState } from 'react';
import type { ImportRun } from '#contract/imports/endpoints.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ResourceTable } from '#web/platform/lists/ResourceTable.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import { ImportState } from './ImportState.tsx';
import { importsQuery } from './imports-queries.ts';
import { UploadDialog } from './UploadDialog.tsx';

/** Files with clients of another system: uploaded here, checked, approved by a second person, imported. */
export function ImportsPage() {
  const t = useText();
  const query = useQuery(importsQuery);
  const isAdministrator = useSignedIn().roles.includes('admin');
  const [isUploading, setUploading] = useState(false);
  return (
    <Page
      title={t('imports.title')}
      intro={t('imports.intro')}
      actions={
        isAdministrator && (
          <Button icon={<Upload {...icon} />} onClick={() => setUploading(true)}>
            {t('imports.upload')}
          </Button>
        )
      }
    >
      <QueryCard query={query} flush skeleton={<SkeletonRows count={4} />}>
        {({ runs }) =>
          runs.length === 0 ? (
            <EmptyState icon={FileInput} title={t('imports.none')} text={t('imports.none_text')} />
          ) : (
            <RunsTable runs={runs} />
          )
        }
      </QueryCard>
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
    </Page>
  );
}

function RunsTable({ runs }: { runs: readonly ImportRun[] }) {
  const t = useText();
  const { number } = useFormat();
  const columns: Column<ImportRun>[] = [
    {
      key: 'number',
      header: t('imports.number'),
      cell: (run) => (
        <Link to={`/admin/imports/${run.id}`}>
          <bdi>{run.number}</bdi>
        </Link>
      ),
    },
    { key: 'file', header: t('imports.file'), bare: true, cell: (run) => <bdi>{run.name}</bdi> },
    { key: 'state', header: t('imports.state'), bare: true, cell: (run) => <ImportState run={run} /> },
    { key: 'rows', header: t('imports.rows'), numeric: true, cell: ({ rows }) => number(rows) },
    {
      key: 'by',
      header: t('imports.created'),
      cell: (run) => (
        <>
          <bdi>{run.created_by}</bdi> · <DateTime at={run.created_at} />
        </>
      ),
    },
  ];
  return (
    <ResourceTable
      caption={t('imports.title')}
      columns={columns}
      rows={runs}
      rowKey={({ id }) => id}
      to={({ id }) => `/admin/imports/${id}`}
    />
  );
}
