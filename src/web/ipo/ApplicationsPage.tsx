import { useQuery } from '@tanstack/react-query';
import { FileClock } from 'lucide-react';
import type { IpoApplication } from '#contract/ipo.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { When } from '#web/platform/When.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { IpoPage } from './IpoPage.tsx';
import { isEnded, myIpoQuery } from './my-ipo-query.ts';

/** The client's applications: those that go on, or those that came to their end. */
export function ApplicationsPage({ part }: { part: 'my_ipo' | 'history' }) {
  const t = useText();
  const query = useQuery(myIpoQuery);
  return (
    <IpoPage title={t(`ipo.${part}_title`)} intro={t(`ipo.${part}_intro`)}>
      <QueryCard query={query} flush skeleton={<SkeletonRows />}>
        {(all) => {
          const shown = all.filter((application) => isEnded(application) === (part === 'history'));
          if (shown.length > 0) return <ApplicationTable applications={shown} caption={t(`ipo.${part}_title`)} />;
          return (
            <EmptyState
              icon={FileClock}
              title={t(`ipo.${part}_empty_title`)}
              text={t(`ipo.${part}_empty_text`)}
              action={
                <Go to="/ipo" className={buttonClass()}>
                  {t('ipo.see_calendar')}
                </Go>
              }
            />
          );
        }}
      </QueryCard>
    </IpoPage>
  );
}

function ApplicationTable({ applications, caption }: { applications: readonly IpoApplication[]; caption: string }) {
  const t = useText();
  const format = useFormat();
  const columns: Column<IpoApplication>[] = [
    {
      key: 'issuer',
      header: t('ipo.issuer'),
      cell: ({ issuer, ticker }) => <bdi>{t('ipo.issuer_line', { issuer, ticker })}</bdi>,
    },
    { key: 'state', header: t('ipo.state'), cell: ({ state }) => <Badge>{t(`ipo.application_${state}`)}</Badge> },
    { key: 'requested', header: t('ipo.requested'), numeric: true, cell: ({ quantity }) => format.number(quantity) },
    {
      key: 'allotted',
      header: t('ipo.allotted'),
      numeric: true,
      cell: ({ allotted_quantity }) =>
        allotted_quantity === null ? t('ipo.not_yet') : format.number(allotted_quantity),
    },
    { key: 'at', header: t('ipo.applied'), cell: ({ at }) => <When at={at} /> },
  ];
  return <DataTable caption={caption} columns={columns} rows={applications} rowKey={({ id }) => id} />;
}
