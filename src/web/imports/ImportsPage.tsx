import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import type { ImportRun } from '#contract/imports/endpoints.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ResourceList } from '#web/platform/lists/ResourceList.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import { ImportState } from './ImportState.tsx';
import { importsQuery } from './imports-queries.ts';
import { UploadDialog } from './UploadDialog.tsx';

/** Files with clients, trading accounts, past movements or documents of another system: uploaded here, checked, approved by a second person, imported. */
export function ImportsPage() {
  const t = useText();
  const query = useQuery(importsQuery);
  const isAdministrator = useSignedIn().roles.includes('admin');
  const [isUploading, setUploading] = useState(false);
  const upload = isAdministrator && (
    <Button variant="primary" icon={<Upload {...icon} />} onClick={() => setUploading(true)}>
      {t('imports.upload')}
    </Button>
  );
  return (
    <Page
      title={t('imports.title')}
      intro={t('imports.intro')}
      actions={query.data && query.data.runs.length > 0 && upload}
    >
      <ResourceList
        list="imports"
        caption={t('imports.title')}
        query={query}
        rows={({ runs }) => runs}
        columns={useRunColumns()}
        rowKey={({ id }) => id}
        to={({ id }) => `/admin/imports/${id}`}
        isNarrow={false}
        empty={
          <EmptyState
            icon={<Drawing name="doorway" />}
            title={t('imports.none')}
            text={t('imports.none_text')}
            action={upload}
          />
        }
      />
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
    </Page>
  );
}

function useRunColumns(): Column<ImportRun>[] {
  const t = useText();
  const { number } = useFormat();
  return [
    {
      key: 'number',
      header: t('imports.number'),
      cell: (run) => (
        <Link to={`/admin/imports/${run.id}`}>
          <bdi>{run.number}</bdi>
        </Link>
      ),
    },
    { key: 'file', header: t('imports.file_column'), bare: true, cell: (run) => <bdi>{run.name}</bdi> },
    {
      key: 'subject',
      header: t('imports.subject'),
      bare: true,
      cell: ({ subject }) => t(`imports.subject_${subject}`),
    },
    { key: 'state', header: t('imports.state'), bare: true, cell: (run) => <ImportState run={run} /> },
    { key: 'rows', header: t('imports.rows'), numeric: true, wide: true, cell: ({ rows }) => number(rows) },
    {
      key: 'by',
      header: t('imports.created'),
      wide: true,
      cell: (run) => (
        <>
          <bdi>{run.created_by}</bdi> · <DateTime at={run.created_at} as="brief" />
        </>
      ),
    },
  ];
}
