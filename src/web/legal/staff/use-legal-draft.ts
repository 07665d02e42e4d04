import { useCallback } from 'react';
import type { Language } from '#contract/kernel/languages.ts';
import type { LegalText } from '#contract/legal/staff-endpoints.ts';
import { useDraft, type Draft, type WrittenText } from '#web/articles/staff/use-draft.ts';
import { call } from '#web/platform/api/api.ts';
import { tookText } from './legal-queries.ts';

/** One text of a draft, as it is written. */
export function useLegalDraft(id: string, language: Language, text: LegalText | undefined): Draft<WrittenText> {
  const send = useCallback(
    async (writing: WrittenText, on: number) => {
      const stored = await call(
        'POST /api/staff/legal/save',
        { body: { id, language, revision: on, ...writing } },
        { loader: false },
      );
      tookText(id, stored);
      return { revision: stored.revision };
    },
    [id, language],
  );
  const { title = '', summary = '', body = [], revision = 0 } = text ?? {};
  return useDraft({ first: { title, summary, body }, revision, send });
}
