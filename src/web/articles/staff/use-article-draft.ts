import { useCallback } from 'react';
import type { ArticleDraft } from '#contract/articles/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { call } from '#web/platform/api/api.ts';
import { tookDraft } from './article-queries.ts';
import { useDraft, type Draft, type WrittenText } from './use-draft.ts';

/** What is written of an article in one language. */
export interface Writing extends WrittenText {
  /** Empty as long as the server makes it. */
  slug: string;
}

/** One text of an article, as it is written. */
export function useArticleDraft(id: string, language: Language, draft: ArticleDraft | undefined): Draft<Writing> {
  const send = useCallback(
    async ({ slug, ...text }: Writing, revision: number) => {
      const body = { id, language, revision, ...text, ...(slug.trim() && { slug: slug.trim() }) };
      const stored = await call('POST /api/staff/articles/save', { body }, { loader: false });
      tookDraft(id, stored);
      // The server has made a slug, and the writer has not typed one since.
      const fill = (now: Writing) => (now.slug === '' ? { ...now, slug: stored.slug } : now);
      return { revision: stored.revision, fill };
    },
    [id, language],
  );
  const { title = '', summary = '', slug = '', body = [], revision = 0 } = draft ?? {};
  return useDraft({ first: { title, summary, slug, body }, revision, send });
}
