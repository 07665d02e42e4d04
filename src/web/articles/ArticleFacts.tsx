import type { Article } from '#contract/articles.ts';
import { directionOf, languageNames } from '#contract/languages.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useLanguage } from '#web/platform/language.ts';
import { When } from '#web/platform/When.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import styles from './Articles.module.css';

/** Category, day, length, and the language when it is not the reader's. */
export function ArticleFacts({ article }: { article: Article }) {
  const t = useText();
  const language = useLanguage();
  return (
    <p className={styles.facts} lang={language} dir={directionOf(language)}>
      <Badge>{t(`articles.category_${article.category}`)}</Badge>
      <When at={article.published_at} as="date" />
      <span>{t('articles.minutes', { minutes: article.reading_minutes })}</span>
      {article.language !== language && (
        <span>{t('articles.in_language', { language: languageNames[article.language] })}</span>
      )}
    </p>
  );
}
