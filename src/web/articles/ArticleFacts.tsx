import type { Article } from '#contract/articles/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { cx } from '#web/ui/cx.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './ArticleFacts.module.css';

/** Category, day and length, and that it is in English where the reader's language has no translation. */
export function ArticleFacts({ article }: { article: Article }) {
  const t = useText();
  const isTranslated = article.language === useLanguage();
  const closedText = ({ from_tier: tier }: NonNullable<Article['closed']>) =>
    tier ? t('articles.from_tier', { tier: t(`common.tier_${tier}`) }) : t('articles.closed_for_tier');
  return (
    <div className={cx(flowStyles.facts, styles.facts)}>
      <span>{t(`articles.category_${article.category}`)}</span>
      {article.closed && <State tone="warning">{closedText(article.closed)}</State>}
      {!isTranslated && <span>{t('articles.in_english')}</span>}
      <DateTime at={article.published_at} as="date" />
      <span>{t('articles.minutes', { minutes: article.reading_minutes })}</span>
    </div>
  );
}
