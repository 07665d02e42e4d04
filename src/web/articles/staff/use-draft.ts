import { useCallback, useEffect, useRef, useState } from 'react';
import type { ArticleBlock } from '#contract/articles/body.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { translate } from '#web/platform/i18n/i18n.tsx';

/** What is written in one language. */
export interface WrittenText {
  title: string;
  summary: string;
  body: ArticleBlock[];
}

export type SaveState =
  | { state: 'stored' | 'changed' | 'saving' }
  /** It could not be saved, and why; the next change tries again. */
  | { state: 'failed'; message: string; fields: Record<string, string> }
  /** Another person has saved theirs since: nothing more is saved until the writer chooses. */
  | { state: 'overtaken'; by: string; revision: number };

interface Stored<W> {
  /** The state that the next change is built on. */
  revision: number;
  /** Takes over what the server has made of it, unless the writer has typed over that since. */
  fill?: (now: W) => W;
}

interface DraftOptions<W> {
  /** The stored text when the writing starts. */
  first: W;
  revision: number;
  /** Sends it to the server; the same function as long as it sends the same text. */
  send: (writing: W, revision: number) => Promise<Stored<W>>;
}

const pauseMs = 1200;

/** A text on its way to the server: saved automatically shortly after each change, one attempt after the other. */
export function useDraft<W extends WrittenText>({ first, revision, send }: DraftOptions<W>) {
  const [writing, setWriting] = useState<W>(first);
  const [saveState, setSaveState] = useState<SaveState>({ state: 'stored' });
  const latest = useRef({ writing, revision, isChanged: false, isStopped: false });
  const underWay = useRef<Promise<void>>(Promise.resolve());
  const timer = useRef<number>(undefined);

  const saveOnce = useCallback(async () => {
    const now = latest.current;
    if (!now.isChanged || now.isStopped) return;
    now.isChanged = false;
    setSaveState({ state: 'saving' });
    try {
      const stored = await send(now.writing, now.revision);
      now.revision = stored.revision;
      now.writing = stored.fill?.(now.writing) ?? now.writing;
      setWriting(now.writing);
      setSaveState({ state: now.isChanged ? 'changed' : 'stored' });
    } catch (thrown) {
      now.isChanged = true;
      const failure = failureOf(thrown);
      now.isStopped = failure.state === 'overtaken';
      setSaveState(failure);
      throw thrown;
    }
  }, [send]);

  /** Saves at once what is not saved yet. Rejects when that fails. */
  const store = useCallback((): Promise<void> => {
    window.clearTimeout(timer.current);
    const next = underWay.current.catch(() => {}).then(saveOnce);
    underWay.current = next;
    return next;
  }, [saveOnce]);

  const change = useCallback(
    (to: Partial<W>) => {
      const now = latest.current;
      now.writing = { ...now.writing, ...to };
      now.isChanged = true;
      setWriting(now.writing);
      if (now.isStopped) return;
      setSaveState({ state: 'changed' });
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void store().catch(() => {}), pauseMs);
    },
    [store],
  );

  /** Of two texts, saves this one over the other. */
  const overwrite = useCallback(
    (on: number) => {
      Object.assign(latest.current, { revision: on, isStopped: false, isChanged: true });
      return store();
    },
    [store],
  );

  useEffect(() => {
    const request = (event: BeforeUnloadEvent) => {
      if (latest.current.isChanged) event.preventDefault();
    };
    window.addEventListener('beforeunload', request);
    return () => {
      window.removeEventListener('beforeunload', request);
      void store().catch(() => {});
    };
  }, [store]);

  return { writing, saveState, change, store, overwrite };
}

export interface Draft<W extends WrittenText> {
  writing: W;
  saveState: SaveState;
  change: (to: Partial<W>) => void;
  store: () => Promise<void>;
  overwrite: (on: number) => Promise<void>;
}

function failureOf(thrown: unknown): SaveState & { state: 'failed' | 'overtaken' } {
  if (!(thrown instanceof ApiError)) return { state: 'failed', message: translate('common.went_wrong'), fields: {} };
  const { code, params, message, errors = {} } = thrown;
  if (code?.endsWith('.changed_meanwhile'))
    return { state: 'overtaken', by: String(params['by']), revision: Number(params['revision']) };
  const fields = Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first?.message ?? '']));
  return { state: 'failed', message, fields };
}
