import { useCallback } from 'react';
import type { ArticleDraft } from '#contract/articles-staff.ts';
import type { Language } from '#contract/languages.ts';
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
      const kept = await call('POST /api/staff/articles/save', { body }, { loader: false });
      tookDraft(id, kept);
      // The server has made an address, which nobody has typed over meanwhile.
      const fill = (now: Writing) => (now.slug === '' ? { ...now, slug: kept.slug } : now);
      return { revision: kept.revision, fill };
    },
    [id, language],
  );
  const { title = '', summary = '', slug = '', body = [], revision = 0 } = draft ?? {};
  return useDraft({ first: { title, summary, slug, body }, revision, send });
}
