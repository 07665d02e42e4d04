import type { StaffArticle } from '#contract/articles/staff-endpoints.ts';
import { languageNames, type Language } from '#contract/kernel/languages.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { ArticleState } from './ArticleState.tsx';

/** How an article stands, and its text in a language. */
export function ArticleStatus({ article, language }: { article: StaffArticle; language: Language }) {
  const t = useText();
  const { state, published_at: at, drafts } = article;
  const mine = drafts.find((each) => each.language === language);
  return (
    <>
      <ArticleState state={state} />
      {at && (state === 'scheduled' || state === 'published') && (
        <span>
          <DateTime at={at} within={state === 'scheduled' ? 'articles.seen_from' : 'articles.seen_since'} />
        </span>
      )}
      {mine && state !== 'draft' && !(state === 'published' && mine.status === 'live') && (
        <span>{t(`articles.status_${mine.status}`, { language: languageNames[language] })}</span>
      )}
    </>
  );
}
