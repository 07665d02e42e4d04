import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '#web/platform/files/download.ts';
import { isBackwards } from '#web/platform/forms/days-in-order.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { NoMatch } from '#web/platform/lists/NoMatch.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { DownloadMenu } from '#web/platform/files/DownloadMenu.tsx';
import { HistoryFilters } from './HistoryFilters.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { HistoryTotals } from './HistoryTotals.tsx';
import { historyQuery, filterKeyOf, type HistoryFilter } from '../ipo-queries.ts';
import { IpoPage } from '../IpoPage.tsx';

const everything: HistoryFilter = { kind: '', stock_id: '', from: '', to: '' };

/** Every application, allotment and sale with its fee, narrowed down, summed up and to be saved. */
export function HistoryPage() {
  const t = useText();
  const [filter, setFilter] = useState(everything);
  const query = useInfiniteQuery({ ...historyQuery(filter), enabled: !isBackwards(filter) });
  const isNarrowed = Object.values(filter).some(Boolean);
  const hasLines = isNarrowed || query.data?.pages[0]?.lines.length !== 0;
  const save = (format: 'csv' | 'pdf') => () =>
    download('POST /api/ipo/history/file', { body: { ...filterKeyOf(filter), format } });
  const files = (
    <DownloadMenu
      files={[
        { text: t('common.save_csv'), action: save('csv') },
        { text: t('ipo.save_pdf'), action: save('pdf') },
      ]}
    />
  );
  return (
    <IpoPage title={t('ipo.history_title')} intro={hasLines && t('ipo.history_intro')} actions={hasLines && files}>
      <HistoryTotals totals={query.data?.pages[0]?.totals ?? []} />
      <QueryCard
        query={query}
        flush
        skeleton={<SkeletonRows count={5} />}
        above={hasLines && <HistoryFilters filter={filter} onChange={setFilter} />}
      >
        {({ pages }) => {
          const lines = pages.flatMap((page) => page.lines);
          if (lines.length > 0) {
            return (
              <div aria-busy={query.isPlaceholderData}>
                <HistoryTable lines={lines} />
                <MoreButton query={query} />
              </div>
            );
          }
          return isNarrowed ? <NoMatch onClear={() => setFilter(everything)} /> : <NoHistory />;
        }}
      </QueryCard>
    </IpoPage>
  );
}

function NoHistory() {
  const t = useText();
  return (
    <EmptyState
      icon={<Drawing name="shelf" />}
      title={t('ipo.history_empty_title')}
      text={t('ipo.history_empty_text')}
      action={
        <Link to="/ipo/calendar" className={buttonClass({ variant: 'primary' })}>
          {t('ipo.see_calendar')}
        </Link>
      }
    />
  );
}
