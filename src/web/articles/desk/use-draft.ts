import { useCallback, useEffect, useRef, useState } from 'react';
import type { ArticleBlock } from '#contract/article-body.ts';
import type { ArticleDraft } from '#contract/articles-desk.ts';
import type { Language } from '#contract/languages.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { call } from '#web/platform/api.ts';
import { translate } from '#web/platform/i18n.tsx';
import { tookDraft } from './desk-queries.ts';

/** What is written in one language. */
export interface Writing {
  title: string;
  summary: string;
  /** Empty as long as the server makes it. */
  slug: string;
  body: ArticleBlock[];
}

export type Keeping =
  | { state: 'kept' | 'changed' | 'keeping' }
  /** It could not be kept, and why; it is tried again with the next change. */
  | { state: 'failed'; message: string; fields: Record<string, string> }
  /** Another has kept his own meanwhile: nothing more is kept until somebody chose. */
  | { state: 'overtaken'; by: string; revision: number };

const restMs = 1200;

/** A text on its way to the server: kept by itself shortly after each change, one attempt after the other. */
export function useDraft(id: string, language: Language, draft: ArticleDraft | undefined) {
  const [writing, setWriting] = useState<Writing>({
    title: draft?.title ?? '',
    summary: draft?.summary ?? '',
    slug: draft?.slug ?? '',
    body: draft?.body ?? [],
  });
  const [keeping, setKeeping] = useState<Keeping>({ state: 'kept' });
  const latest = useRef({ writing, revision: draft?.revision ?? 0, isChanged: false, isStopped: false });
  const underWay = useRef<Promise<void>>(Promise.resolve());
  const timer = useRef<number>(undefined);

  const keepOnce = useCallback(async () => {
    const now = latest.current;
    if (!now.isChanged || now.isStopped) return;
    now.isChanged = false;
    setKeeping({ state: 'keeping' });
    const { slug, ...text } = now.writing;
    const body = { id, language, revision: now.revision, ...text, ...(slug.trim() && { slug: slug.trim() }) };
    try {
      const kept = await call('POST /api/staff/articles/save', { body }, { loader: false });
      now.revision = kept.revision;
      // The server has made an address, which nobody has typed over meanwhile.
      if (now.writing.slug === '') now.writing = { ...now.writing, slug: kept.slug };
      setWriting(now.writing);
      tookDraft(id, kept);
      setKeeping({ state: now.isChanged ? 'changed' : 'kept' });
    } catch (thrown) {
      now.isChanged = true;
      const failure = failureOf(thrown);
      now.isStopped = failure.state === 'overtaken';
      setKeeping(failure);
      throw thrown;
    }
  }, [id, language]);

  /** Keeps at once what is not kept yet. Rejects when that fails. */
  const keep = useCallback((): Promise<void> => {
    window.clearTimeout(timer.current);
    const next = underWay.current.catch(() => {}).then(keepOnce);
    underWay.current = next;
    return next;
  }, [keepOnce]);

  const change = useCallback(
    (to: Partial<Writing>) => {
      const now = latest.current;
      now.writing = { ...now.writing, ...to };
      now.isChanged = true;
      setWriting(now.writing);
      if (now.isStopped) return;
      setKeeping({ state: 'changed' });
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void keep().catch(() => {}), restMs);
    },
    [keep],
  );

  /** Of two texts, keeps this one on top of the other, which stays as a version. */
  const keepMine = useCallback(
    (revision: number) => {
      Object.assign(latest.current, { revision, isStopped: false, isChanged: true });
      return keep();
    },
    [keep],
  );

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current.isChanged) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      void keep().catch(() => {});
    };
  }, [keep]);

  return { writing, keeping, change, keep, keepMine };
}

export type Draft = ReturnType<typeof useDraft>;

function failureOf(thrown: unknown): Keeping & { state: 'failed' | 'overtaken' } {
  if (!(thrown instanceof ApiError)) return { state: 'failed', message: translate('common.went_wrong'), fields: {} };
  const { code, params, message, errors = {} } = thrown;
  if (code === 'articles.changed_meanwhile')
    return { state: 'overtaken', by: String(params['by']), revision: Number(params['revision']) };
  const fields = Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first?.message ?? '']));
  return { state: 'failed', message, fields };
}
