import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ItemList, NothingYet } from './ItemList.tsx';
import { articlesQuery } from '#web/platform/api/list-queries.ts';

const shown = 3;

/** The latest articles. */
export function ArticlesCard() {
  const t = useText();
  const format = useFormat();
  const articles = useQuery(articlesQuery(useLanguage()));
  return (
    <QueryCard
      query={articles}
      title={t('home.articles_title')}
      actions={<Link to="/analytics">{t('home.all_articles')}</Link>}
      flush
      skeleton={<SkeletonRows count={shown} />}
    >
      {(rows) =>
        rows.length === 0 ? (
          <NothingYet text={t('home.no_articles')} />
        ) : (
          <ItemList
            items={rows.slice(0, shown).map(({ id, slug, title, published_at, reading_minutes }) => ({
              key: id,
              to: `/analytics/${slug}`,
              name: title,
              more: t('home.article_line', { on: format.date(published_at), minutes: reading_minutes }),
            }))}
          />
        )
      }
    </QueryCard>
  );
}
