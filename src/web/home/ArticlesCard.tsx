import { useQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { useNear } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { icon } from '#web/ui/icon.ts';
import { Nothing } from '#web/ui/rows/Nothing.tsx';
import { Row, Rows } from '#web/ui/rows/Row.tsx';
import { RowsSkeleton } from '#web/ui/rows/RowsSkeleton.tsx';
import { articlesQuery } from '#web/platform/api/list-queries.ts';

const shown = 2;

/** The latest articles. */
export function ArticlesCard() {
  const t = useText();
  const near = useNear();
  const articles = useQuery(articlesQuery(useLanguage()));
  return (
    <QueryCard
      query={articles}
      title={t('home.articles_title')}
      actions={<Link to="/analytics">{t('home.all_articles')}</Link>}
      flush
      skeleton={<RowsSkeleton count={shown} />}
    >
      {(rows) =>
        rows.length === 0 ? (
          <Nothing text={t('home.no_articles')} />
        ) : (
          <Rows>
            {rows.slice(0, shown).map(({ id, slug, title, published_at, reading_minutes }) => (
              <Row
                key={id}
                icon={<Newspaper {...icon} />}
                name={<Link to={`/analytics/${slug}`}>{title}</Link>}
                more={t('home.article_line', { on: near(published_at, 'date'), minutes: reading_minutes })}
              />
            ))}
          </Rows>
        )
      }
    </QueryCard>
  );
}
