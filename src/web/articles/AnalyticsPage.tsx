import { useQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { useState } from 'react';
import type { Article } from '#contract/articles.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useLanguage } from '#web/platform/language.ts';
import { Loaded, StaleMark } from '#web/platform/Loaded.tsx';
import { readTileView, writeTileView } from '#web/platform/stored.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Columns, Page } from '#web/ui/Page.tsx';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ArticleList } from './ArticleList.tsx';
import { articlesQuery } from '#web/platform/list-queries.ts';
import styles from './Articles.module.css';

const categories = ['market', 'education', 'company'] as const;

/** What the broker published, as tiles or as a list, narrowed down by words and category. */
export function AnalyticsPage() {
  const t = useText();
  const articles = useQuery(articlesQuery(useLanguage()));
  const [isTileView, setIsTileView] = useState(readTileView);
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState('');
  const show = (view: 'tiles' | 'list') => {
    writeTileView(view === 'tiles');
    setIsTileView(view === 'tiles');
  };
  return (
    <Page title={t('articles.title')} intro={t('articles.intro')} actions={<StaleMark query={articles} />}>
      <div className={styles.tools}>
        <TextField
          type="search"
          label={t('articles.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <SelectField
          label={t('articles.category')}
          value={category}
          placeholder={t('articles.every_category')}
          options={categories.map((value) => ({ value, label: t(`articles.category_${value}`) }))}
          onChange={(event) => setCategory(event.target.value)}
        />
        <SegmentedControl
          label={t('articles.view')}
          value={isTileView ? 'tiles' : 'list'}
          options={[
            { value: 'tiles', label: t('articles.view_tiles') },
            { value: 'list', label: t('articles.view_list') },
          ]}
          onChange={show}
        />
      </div>
      <Loaded query={articles} skeleton={<TilesSkeleton />}>
        {(all) => {
          const found = all.filter((article) => matches(article, search, category));
          if (found.length > 0) return <ArticleList articles={found} isTileView={isTileView} />;
          return (
            <EmptyState
              icon={Newspaper}
              title={t('articles.none_title')}
              text={t(all.length === 0 ? 'articles.none_text' : 'articles.no_match_text')}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}

function matches({ title, summary, category }: Article, search: string, wanted: string): boolean {
  const words = search.toLocaleLowerCase().trim();
  return (wanted === '' || category === wanted) && `${title} ${summary}`.toLocaleLowerCase().includes(words);
}

function TilesSkeleton() {
  return (
    <Columns>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} shape="block" height="11rem" />
      ))}
    </Columns>
  );
}
