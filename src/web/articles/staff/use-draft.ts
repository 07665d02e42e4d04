import { useCallback, useEffect, useRef, useState } from 'react';
import type { ArticleBlock } from '#contract/article-body.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { translate } from '#web/platform/i18n/i18n.tsx';

/** What is written in one language. */
export interface WrittenText {
  title: string;
  summary: string;
  body: ArticleBlock[];
}

export type Keeping =
  | { state: 'kept' | 'changed' | 'keeping' }
  /** It could not be kept, and why; it is tried again with the next change. */
  | { state: 'failed'; message: string; fields: Record<string, string> }
  /** Another has kept his own meanwhile: nothing more is kept until somebody chose. */
  | { state: 'overtaken'; by: string; revision: number };

interface Kept<W> {
  /** The state that the next change is built on. */
  revision: number;
  /** Takes over what the server has made of it, where nobody has typed over that meanwhile. */
  fill?: (now: W) => W;
}

interface DraftOptions<W> {
  /** As it is kept when the writing begins. */
  first: W;
  revision: number;
  /** Sends it to the server; the same function as long as it sends the same text. */
  send: (writing: W, revision: number) => Promise<Kept<W>>;
}

const restMs = 1200;

/** A text on its way to the server: kept by itself shortly after each change, one attempt after the other. */
export function useDraft<W extends WrittenText>({ first, revision, send }: DraftOptions<W>) {
  const [writing, setWriting] = useState<W>(first);
  const [keeping, setKeeping] = useState<Keeping>({ state: 'kept' });
  const latest = useRef({ writing, revision, isChanged: false, isStopped: false });
  const underWay = useRef<Promise<void>>(Promise.resolve());
  const timer = useRef<number>(undefined);

  const keepOnce = useCallback(async () => {
    const now = latest.current;
    if (!now.isChanged || now.isStopped) return;
    now.isChanged = false;
    setKeeping({ state: 'keeping' });
    try {
      const kept = await send(now.writing, now.revision);
      now.revision = kept.revision;
      now.writing = kept.fill?.(now.writing) ?? now.writing;
      setWriting(now.writing);
      setKeeping({ state: now.isChanged ? 'changed' : 'kept' });
    } catch (thrown) {
      now.isChanged = true;
      const failure = failureOf(thrown);
      now.isStopped = failure.state === 'overtaken';
      setKeeping(failure);
      throw thrown;
    }
  }, [send]);

  /** Keeps at once what is not kept yet. Rejects when that fails. */
  const keep = useCallback((): Promise<void> => {
    window.clearTimeout(timer.current);
    const next = underWay.current.catch(() => {}).then(keepOnce);
    underWay.current = next;
    return next;
  }, [keepOnce]);

  const change = useCallback(
    (to: Partial<W>) => {
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

  /** Of two texts, keeps this one on top of the other. */
  const keepMine = useCallback(
    (on: number) => {
      Object.assign(latest.current, { revision: on, isStopped: false, isChanged: true });
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

export interface Draft<W extends WrittenText> {
  writing: W;
  keeping: Keeping;
  change: (to: Partial<W>) => void;
  keep: () => Promise<void>;
  keepMine: (on: number) => Promise<void>;
}

function failureOf(thrown: unknown): Keeping & { state: 'failed' | 'overtaken' } {
  if (!(thrown instanceof ApiError)) return { state: 'failed', message: translate('common.went_wrong'), fields: {} };
  const { code, params, message, errors = {} } = thrown;
  if (code?.endsWith('.changed_meanwhile'))
    return { state: 'overtaken', by: String(params['by']), revision: Number(params['revision']) };
  const fields = Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first?.message ?? '']));
  return { state: 'failed', message, fields };
}
