import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Newspaper, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { Loaded, StaleMark } from '#web/platform/api/Async.tsx';
import { readTileView, writeTileView } from '#web/platform/session/browser-storage.ts';
import { useSettled } from '#web/platform/forms/use-debounced.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { AnalyticsFrame } from './AnalyticsFrame.tsx';
import { foundArticlesQuery } from './article-queries.ts';
import { ArticleFilters, noWish } from './ArticleFilters.tsx';
import { ArticleList } from './ArticleList.tsx';
import { ArticleListSkeleton } from './ArticleListSkeleton.tsx';

/** Words are looked for once they have stood for so long. */
const typingMs = 250;

/** What the broker published, as tiles or as a list, narrowed down by words and category. */
export function AnalyticsPage() {
  const t = useText();
  const [isTileView, setIsTileView] = useState(readTileView);
  const [wish, setWish] = useState(noWish);
  const asked = useSettled(wish, typingMs);
  const articles = useQuery({ ...foundArticlesQuery(useLanguage(), asked), placeholderData: keepPreviousData });
  const show = (asTiles: boolean) => {
    writeTileView(asTiles);
    setIsTileView(asTiles);
  };
  return (
    <AnalyticsFrame actions={<StaleMark query={articles} />}>
      <ArticleFilters wish={wish} onChange={setWish} isTileView={isTileView} onShow={show} />
      <Loaded query={articles} skeleton={<ArticleListSkeleton isTileView={isTileView} />}>
        {(found) => {
          if (found.length > 0) return <ArticleList articles={found} isTileView={isTileView} />;
          return (
            <Card flush>
              {asked.words.trim() === '' && asked.category === '' ? (
                <EmptyState icon={Newspaper} title={t('articles.none_title')} text={t('articles.none_text')} />
              ) : (
                <EmptyState icon={SearchX} title={t('articles.no_match_title')} text={t('articles.no_match_text')} />
              )}
            </Card>
          );
        }}
      </Loaded>
    </AnalyticsFrame>
  );
}
