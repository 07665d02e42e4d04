import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { NoMatch } from '#web/platform/lists/NoMatch.tsx';
import { Async, StaleMark } from '#web/platform/api/Async.tsx';
import { readTileView, writeTileView } from '#web/platform/session/browser-storage.ts';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { Card } from '#web/ui/layout/Card.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { AnalyticsFrame } from './AnalyticsFrame.tsx';
import { foundArticlesQuery } from './article-queries.ts';
import { ArticleFilters, noFilter } from './ArticleFilters.tsx';
import { ArticleList } from './ArticleList.tsx';
import { ArticleListSkeleton } from './ArticleListSkeleton.tsx';

/** How long the typing has to pause before the search starts. */
const typingMs = 250;

/** What the broker published, as tiles or as a list, narrowed down by words and category. */
export function AnalyticsPage() {
  const t = useText();
  const [isTileView, setIsTileView] = useState(readTileView);
  const [filter, setFilter] = useState(noFilter);
  const settledFilter = useDebounced(filter, typingMs);
  const articles = useQuery({ ...foundArticlesQuery(useLanguage(), settledFilter), placeholderData: keepPreviousData });
  const show = (asTiles: boolean) => {
    writeTileView(asTiles);
    setIsTileView(asTiles);
  };
  return (
    <AnalyticsFrame actions={<StaleMark query={articles} />}>
      <ArticleFilters filter={filter} onChange={setFilter} isTileView={isTileView} onShow={show} />
      <Async query={articles} skeleton={<ArticleListSkeleton isTileView={isTileView} />}>
        {(found) => {
          if (found.length > 0) return <ArticleList articles={found} isTileView={isTileView} />;
          return (
            <Card flush>
              {settledFilter.words.trim() === '' && settledFilter.category === '' ? (
                <EmptyState icon={Newspaper} title={t('articles.none_title')} text={t('articles.none_text')} />
              ) : (
                <NoMatch onClear={() => setFilter(noFilter)} />
              )}
            </Card>
          );
        }}
      </Async>
    </AnalyticsFrame>
  );
}
