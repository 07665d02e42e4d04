import { useQuery } from '@tanstack/react-query';
import { FilePlus2, Newspaper, SearchX } from 'lucide-react';
import { useState } from 'react';
import { articleCategories, articleStates } from '#contract/article-names.ts';
import type { ListedArticle } from '#contract/articles-staff.ts';
import { directionOf, languageNames, languages } from '#contract/languages.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useSettled } from '#web/platform/forms/use-debounced.ts';
import { Distance, When } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Filters } from '#web/ui/Filters.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/Page.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './StaffArticles.module.css';
import { deskQuery, noWish, saveArticles, type DeskWish } from './article-queries.ts';
import { NewArticleDialog } from './NewArticleDialog.tsx';
import { StateBadge } from './StateBadge.tsx';

const typingMs = 250;

/** Every article with its state and its languages. */
export function ArticlesDeskPage() {
  const t = useText();
  const [wish, setWish] = useState(noWish);
  const [isBeginning, setIsBeginning] = useState(false);
  const settled = useSettled(wish, typingMs);
  const query = useQuery(deskQuery(settled));
  const actions = (
    <>
      <CsvButton act={() => saveArticles(settled)} />
      <Button variant="primary" icon={<FilePlus2 {...icon} />} onClick={() => setIsBeginning(true)}>
        {t('articles.new_article')}
      </Button>
    </>
  );
  return (
    <Page title={t('articles.desk_title')} intro={t('articles.desk_intro')} actions={actions}>
      <QueryCard
        query={query}
        flush
        skeleton={<SkeletonRows count={6} />}
        above={<DeskFilters wish={wish} onChange={setWish} />}
      >
        {({ articles }) => {
          if (articles.length > 0) return <ArticleTable articles={articles} />;
          const isAll = Object.values(wish).every((each) => each === '');
          if (isAll)
            return <EmptyState icon={Newspaper} title={t('articles.none_title')} text={t('articles.desk_none_text')} />;
          return <EmptyState icon={SearchX} title={t('articles.no_match_title')} text={t('articles.no_match_text')} />;
        }}
      </QueryCard>
      <NewArticleDialog key={String(isBeginning)} open={isBeginning} onClose={() => setIsBeginning(false)} />
    </Page>
  );
}

function DeskFilters({ wish, onChange }: { wish: DeskWish; onChange: (wish: DeskWish) => void }) {
  const t = useText();
  const set = (name: keyof DeskWish, value: string) => onChange({ ...wish, [name]: value });
  return (
    <Filters label={t('articles.filter')} above>
      <TextField
        type="search"
        label={t('articles.search')}
        value={wish.words}
        maxLength={100}
        onChange={({ target }) => set('words', target.value)}
      />
      <SelectField
        label={t('articles.state')}
        value={wish.state}
        placeholder={t('articles.every_state')}
        options={articleStates.map((value) => ({ value, label: t(`articles.state_${value}`) }))}
        onChange={({ target }) => set('state', target.value)}
      />
      <SelectField
        label={t('articles.category')}
        value={wish.category}
        placeholder={t('articles.every_category')}
        options={articleCategories.map((value) => ({ value, label: t(`articles.category_${value}`) }))}
        onChange={({ target }) => set('category', target.value)}
      />
      <SelectField
        label={t('articles.missing_language')}
        value={wish.missing}
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
      caption={t('articles.desk_title')}
      rows={articles}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'title',
          header: t('articles.title_field'),
          cell: ({ id, title, title_language: language }) => (
            <Go to={`/admin/articles/${id}`}>
              <bdi lang={language} dir={directionOf(language)}>
                {title}
              </bdi>
            </Go>
          ),
        },
        { key: 'state', header: t('articles.state'), cell: ({ state }) => <StateBadge state={state} /> },
        { key: 'category', header: t('articles.category'), cell: ({ category }) => t(`articles.category_${category}`) },
        { key: 'content', header: t('articles.content'), cell: ({ content }) => t(`articles.content_${content}`) },
        { key: 'languages', header: t('articles.languages'), cell: ({ languages: has }) => <Languages has={has} /> },
        {
          key: 'published',
          header: t('articles.from'),
          cell: ({ published_at: at, state }) => (at && state !== 'withdrawn' ? <When at={at} /> : null),
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
              <Distance at={at} />
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
    <span className={styles.badges}>
      {has.map(({ language, standing }) => (
        <Badge key={language} tone={tones[standing]}>
          <abbr title={t(`articles.standing_${standing}`, { language: languageNames[language] })}>{language}</abbr>
        </Badge>
      ))}
      {missing > 0 && <span className={styles.soft}>{t('articles.missing_count', { count: missing })}</span>}
    </span>
  );
}
