import { useQuery } from '@tanstack/react-query';
import { FilePlus2, SearchX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { articleCategories, articleStates } from '#contract/articles/names.ts';
import type { ListedArticle } from '#contract/articles/staff-endpoints.ts';
import { directionOf, languageNames, languages } from '#contract/kernel/languages.ts';
import { LanguageCount } from '#web/platform/i18n/LanguageCount.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { chipOf } from '#web/platform/lists/chips.ts';
import { ListFilters } from '#web/platform/lists/ListFilters.tsx';
import { ResourceList } from '#web/platform/lists/ResourceList.tsx';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { RelativeTime, DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './StaffArticles.module.css';
import { staffArticlesQuery, noFilter, saveArticles, type StaffArticleFilter } from './article-queries.ts';
import { NewArticleDialog } from './NewArticleDialog.tsx';
import { ArticleState } from './ArticleState.tsx';

const none: Record<keyof StaffArticleFilter, string> = noFilter;
const choices = { state: articleStates, category: articleCategories, missing: languages };

/** Every article with its state and its languages. */
export function StaffArticlesPage() {
  const t = useText();
  const { filter: fields, narrow, settled: stood, isNarrow } = useAddressFilter(none, choices);
  const [filter, settled] = [fields as StaffArticleFilter, stood as StaffArticleFilter];
  const [isCreating, setIsCreating] = useState(false);
  const query = useQuery(staffArticlesQuery(settled));
  const actions = (
    <Button variant="primary" icon={<FilePlus2 {...icon} />} onClick={() => setIsCreating(true)}>
      {t('articles.new_article')}
    </Button>
  );
  return (
    <Page title={t('articles.staff_title')} intro={t('articles.staff_intro')} actions={actions}>
      <ResourceList
        list="articles"
        caption={t('articles.staff_title')}
        query={query}
        rows={({ articles }) => articles}
        columns={useArticleColumns()}
        rowKey={({ id }) => id}
        save={() => saveArticles(settled)}
        to={({ id }) => `/admin/articles/${id}`}
        filters={(end) => <ArticleFilters filter={filter} end={end} onChange={(next) => narrow({ ...next })} />}
        isNarrow={isNarrow}
        empty={
          isNarrow ? (
            <EmptyState icon={SearchX} title={t('articles.no_match_title')} text={t('articles.no_match_text')} />
          ) : (
            <EmptyState
              icon={<Drawing name="shelf" />}
              title={t('articles.none_title')}
              text={t('articles.staff_none_text')}
            />
          )
        }
      />
      <NewArticleDialog key={String(isCreating)} open={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}

interface ArticleFiltersProps {
  filter: StaffArticleFilter;
  /** The button of the list’s views. */
  end: ReactNode;
  onChange: (filter: StaffArticleFilter) => void;
}

function ArticleFilters({ filter, end, onChange }: ArticleFiltersProps) {
  const t = useText();
  const { state, category, missing } = filter;
  const set = (name: keyof StaffArticleFilter, value: string) => onChange({ ...filter, [name]: value });
  return (
    <ListFilters
      label={t('articles.filter')}
      search={
        <TextField
          type="search"
          label={t('articles.search')}
          placeholder={t('articles.search')}
          value={filter.words}
          maxLength={80}
          onChange={({ target }) => set('words', target.value)}
        />
      }
      chips={[
        ...chipOf(t('articles.state'), state && t(`articles.state_${state}`), () => set('state', '')),
        ...chipOf(t('articles.category'), category && t(`articles.category_${category}`), () => set('category', '')),
        ...chipOf(t('articles.missing_language'), missing && languageNames[missing], () => set('missing', '')),
      ]}
      end={end}
    >
      <SelectField
        label={t('articles.state')}
        value={state}
        placeholder={t('articles.every_state')}
        options={articleStates.map((value) => ({ value, label: t(`articles.state_${value}`) }))}
        onChange={({ target }) => set('state', target.value)}
      />
      <SelectField
        label={t('articles.category')}
        value={category}
        placeholder={t('articles.every_category')}
        options={articleCategories.map((value) => ({ value, label: t(`articles.category_${value}`) }))}
        onChange={({ target }) => set('category', target.value)}
      />
      <SelectField
        label={t('articles.missing_language')}
        value={missing}
        placeholder={t('articles.no_matter')}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={({ target }) => set('missing', target.value)}
      />
    </ListFilters>
  );
}

function useArticleColumns(): Column<ListedArticle>[] {
  const t = useText();
  return [
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
    {
      key: 'state',
      header: t('articles.state'),
      once: ({ state }) => state,
      cell: ({ state }) => <ArticleState state={state} />,
    },
    { key: 'category', header: t('articles.category'), cell: ({ category }) => t(`articles.category_${category}`) },
    {
      key: 'content',
      header: t('articles.content'),
      wide: true,
      once: ({ content }) => content,
      cell: ({ content }) => t(`articles.content_${content}`),
    },
    {
      key: 'languages',
      header: t('articles.languages'),
      wide: true,
      once: ({ languages: has }) => has.map(({ language, status }) => `${language} ${status}`).join(' '),
      cell: ({ languages: has }) => <Languages has={has} />,
    },
    {
      key: 'published',
      header: t('articles.from'),
      cell: ({ published_at: at, state }) => (at && state !== 'withdrawn' ? <DateTime at={at} as="brief" /> : null),
    },
    {
      key: 'changed',
      header: t('articles.changed'),
      wide: true,
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
  ];
}

/** How many languages it has, and by name only those that clients do not read as it stands. */
function Languages({ has }: { has: ListedArticle['languages'] }) {
  const t = useText();
  const format = useFormat();
  const missing = languages.filter((each) => has.every(({ language }) => language !== each));
  return (
    <span className={flowStyles.row4}>
      <LanguageCount count={has.length} />
      {has
        .filter(({ status }) => status !== 'live')
        .map(({ language, status }) => (
          <Badge key={language} tone={status === 'changed' ? 'warning' : 'neutral'}>
            <abbr title={t(`articles.status_${status}`, { language: languageNames[language] })}>{language}</abbr>
          </Badge>
        ))}
      {missing.length > 0 && (
        <span className={styles.soft} title={format.list(missing.map((each) => languageNames[each]))}>
          {t('articles.missing_count', { count: missing.length })}
        </span>
      )}
    </span>
  );
}
