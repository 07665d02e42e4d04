import { articleCategories, type ArticleCategory } from '#contract/article-names.ts';
import type { DeskArticle } from '#contract/articles-desk.ts';
import { languageNames, languages, type Language } from '#contract/languages.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import styles from './Desk.module.css';
import { tookArticle } from './desk-queries.ts';

interface ArticleBarProps {
  article: DeskArticle;
  language: Language;
  beside: Language | '';
  onLanguage: (language: Language) => void;
  onBeside: (language: Language | '') => void;
}

/** Which language is written, which one stands beside it, and what the article is about. */
export function ArticleBar({ article, language, beside, onLanguage, onBeside }: ArticleBarProps) {
  const t = useText();
  const { id, category, drafts } = article;
  const has = (each: Language) => drafts.some((draft) => draft.language === each);
  const choose = async (next: ArticleCategory) =>
    tookArticle(await call('POST /api/staff/articles/category', { body: { id, category: next } }));
  return (
    <div className={styles.bar}>
      <SelectField
        label={t('articles.language')}
        value={language}
        options={languages.map((value) => ({
          value,
          label: has(value) ? languageNames[value] : t('articles.language_missing', { language: languageNames[value] }),
        }))}
        onChange={({ target }) => onLanguage(target.value as Language)}
      />
      <SelectField
        label={t('articles.beside')}
        value={beside}
        placeholder={t('articles.nothing_beside')}
        options={drafts.map(({ language: value }) => ({
          value,
          label: languageNames[value],
          disabled: value === language,
        }))}
        onChange={({ target }) => onBeside(target.value as Language | '')}
      />
      <SelectField
        label={t('articles.category')}
        value={category}
        options={articleCategories.map((value) => ({ value, label: t(`articles.category_${value}`) }))}
        onChange={({ target }) => void choose(target.value as ArticleCategory)}
      />
    </div>
  );
}
