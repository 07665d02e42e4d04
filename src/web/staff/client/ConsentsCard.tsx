import { queryOptions, useQuery } from '@tanstack/react-query';
import { languageNames } from '#contract/kernel/languages.ts';
import { call } from '#web/platform/api/api.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import textStyles from '#web/ui/Text.module.css';

const consentsQuery = (client_id: string) =>
  queryOptions({
    queryKey: ['clients', 'consents', client_id],
    queryFn: async () => (await call('POST /api/staff/legal/consents', { body: { client_id } })).consents,
  });

/** What the client has agreed to, when and from where. */
export function ConsentsCard({ id }: { id: string }) {
  const t = useText();
  const save = () => download('GET /api/staff/legal/consents/file', { query: { client_id: id } });
  return (
    <QueryCard
      query={useQuery(consentsQuery(id))}
      flush
      title={t('legal.consents_title')}
      actions={<CsvButton small action={save} />}
      skeleton={<SkeletonRows count={2} />}
    >
      {(consents) =>
        consents.length === 0 ? (
          <p className={textStyles.soft}>{t('legal.consents_none')}</p>
        ) : (
          <DataTable
            caption={t('legal.consents_title')}
            rows={consents}
            rowKey={({ version_id: version }) => version}
            columns={[
              { key: 'document', header: t('legal.column_document'), cell: ({ kind }) => t(`legal.kind_${kind}`) },
              {
                key: 'version',
                header: t('legal.column_version'),
                bare: true,
                cell: ({ number, language }) => (
                  <>
                    {t('legal.version', { number })}
                    {' · '}
                    {t('legal.in_language', { language: languageNames[language] })}
                  </>
                ),
              },
              { key: 'when', header: t('legal.column_when'), cell: ({ at }) => <DateTime at={at} as="full" /> },
              {
                key: 'where',
                header: t('legal.column_where'),
                cell: ({ address }) => address && <bdi dir="ltr">{address}</bdi>,
              },
            ]}
          />
        )
      }
    </QueryCard>
  );
}
