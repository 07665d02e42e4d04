import { useQuery } from '@tanstack/react-query';
import { FilePlus2, Newspaper, SearchX } from 'lucide-react';
import { useState } from 'react';
import { articleCategories, articleStates } from '#contract/articles/names.ts';
import type { ListedArticle } from '#contract/articles/staff-endpoints.ts';
import { directionOf, languageNames, languages } from '#contract/kernel/languages.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { RelativeTime, DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './StaffArticles.module.css';
import { staffArticlesQuery, noFilter, saveArticles, type StaffArticleFilter } from './article-queries.ts';
import { NewArticleDialog } from './NewArticleDialog.tsx';
import { StateBadge } from './StateBadge.tsx';

const typingMs = 250;

/** Every article with its state and its languages. */
export function StaffArticlesPage() {
  const t = useText();
  const [filter, setFilter] = useState(noFilter);
  const [isCreating, setIsCreating] = useState(false);
  const settled = useDebounced(filter, typingMs);
  const query = useQuery(staffArticlesQuery(settled));
  const actions = (
    <>
      <CsvButton action={() => saveArticles(settled)} />
      <Button variant="primary" icon={<FilePlus2 {...icon} />} onClick={() => setIsCreating(true)}>
        {t('articles.new_article')}
      </Button>
    </>
  );
  return (
    <Page title={t('articles.staff_title')} intro={t('articles.staff_intro')} actions={actions}>
      <QueryCard
        query={query}
        flush
        skeleton={<SkeletonRows count={6} />}
        above={<ArticleFilters filter={filter} onChange={setFilter} />}
      >
        {({ articles }) => {
          if (articles.length > 0) return <ArticleTable articles={articles} />;
          const isAll = Object.values(filter).every((each) => each === '');
          if (isAll)
            return (
              <EmptyState icon={Newspaper} title={t('articles.none_title')} text={t('articles.staff_none_text')} />
            );
          return <EmptyState icon={SearchX} title={t('articles.no_match_title')} text={t('articles.no_match_text')} />;
        }}
      </QueryCard>
      <NewArticleDialog key={String(isCreating)} open={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}

function ArticleFilters({
  filter,
  onChange,
}: {
  filter: StaffArticleFilter;
  onChange: (filter: StaffArticleFilter) => void;
}) {
  const t = useText();
  const set = (name: keyof StaffArticleFilter, value: string) => onChange({ ...filter, [name]: value });
  return (
    <Filters label={t('articles.filter')} above>
      <TextField
        type="search"
        label={t('articles.search')}
        value={filter.words}
        maxLength={100}
        onChange={({ target }) => set('words', target.value)}
      />
      <SelectField
        label={t('articles.state')}
        value={filter.state}
        placeholder={t('articles.every_state')}
        options={articleStates.map((value) => ({ value, label: t(`articles.state_${value}`) }))}
        onChange={({ target }) => set('state', target.value)}
      />
      <SelectField
        label={t('articles.category')}
        value={filter.category}
        placeholder={t('articles.every_category')}
        options={articleCategories.map((value) => ({ value, label: t(`articles.category_${value}`) }))}
        onChange={({ target }) => set('category', target.value)}
      />
      <SelectField
        label={t('articles.missing_language')}
        value={filter.missing}
        placeholder={t('articles.no_matter')}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={({ target }) => set('missing', target.value)}
      />
    </Filters>
  );
}

function ArticleTable({ articles }: { articles: readonly ListedArticle[] }) {
  const t = useText();
  return (
    <DataTable
      caption={t('articles.staff_title')}
      rows={articles}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'title',
          header: t('articles.title_field'),
          cell: ({ id, title, title_language: language }) => (
            <Link to={`/admin/articles/${id}`}>
              <bdi lang={language} dir={directionOf(language)}>
                {title}
              </bdi>
            </Link>
          ),
        },
        { key: 'state', header: t('articles.state'), cell: ({ state }) => <StateBadge state={state} /> },
        { key: 'category', header: t('articles.category'), cell: ({ category }) => t(`articles.category_${category}`) },
        { key: 'content', header: t('articles.content'), cell: ({ content }) => t(`articles.content_${content}`) },
        { key: 'languages', header: t('articles.languages'), cell: ({ languages: has }) => <Languages has={has} /> },
        {
          key: 'published',
          header: t('articles.from'),
          cell: ({ published_at: at, state }) => (at && state !== 'withdrawn' ? <DateTime at={at} /> : null),
        },
        {
          key: 'changed',
          header: t('articles.changed'),
          cell: ({ changed_at: at, changed_by: by }) => (
            <span className={styles.soft}>
              {by && (
                <>
                  <bdi>{by}</bdi>
                  {' · '}
                </>
              )}
              <RelativeTime at={at} />
            </span>
          ),
        },
      ]}
    />
  );
}

const tones = { fresh: 'neutral', changed: 'warning', live: 'positive' } as const;

function Languages({ has }: { has: ListedArticle['languages'] }) {
  const t = useText();
  const missing = languages.length - has.length;
  return (
    <span className={flowStyles.row4}>
      {has.map(({ language, status }) => (
        <Badge key={language} tone={tones[status]}>
          <abbr title={t(`articles.status_${status}`, { language: languageNames[language] })}>{language}</abbr>
        </Badge>
      ))}
      {missing > 0 && <span className={styles.soft}>{t('articles.missing_count', { count: missing })}</span>}
    </span>
  );
}
