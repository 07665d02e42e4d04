import { useEffect, useRef, useState } from 'react';
import { fileLimits, inMegabytes, type FilePurpose } from '#contract/kernel/file-rules.ts';
import type { StoredFile } from '#contract/kernel/files.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/api.ts';
import { translate } from '../i18n/i18n.tsx';
import { newId } from '../new-id.ts';
import { uploadFile } from './upload.ts';

/** One file on its way, or there. */
export interface Upload {
  key: string;
  name: string;
  /** MIME type. */
  type: string;
  /** Bytes. */
  size: number;
  /** The content; undefined for a file that an earlier page sent. */
  file?: File;
  state: 'sending' | 'checking' | 'done' | 'failed';
  /** 0 to 1. */
  part: number;
  /** Why it failed, as a text. */
  error?: string;
  /** Whether the same file may do better a second time. */
  canRetry?: boolean;
  /** The stored file, once it is done. */
  stored?: StoredFile;
}

export interface Uploads {
  purpose: FilePurpose;
  /** How many files there may be at once. */
  max: number;
  list: readonly Upload[];
  /** Some file is still on its way. */
  busy: boolean;
  /** Ids of the files that are there, for the action that refers to them. */
  ids: string[];
  /** What is wrong with the last choice as a whole. */
  problem: string | undefined;
  /** Starts to send chosen, dropped or pasted files. */
  add: (files: Iterable<File>) => void;
  retry: (upload: Upload) => void;
  /** Gives up what is on its way, and throws away what is there. */
  remove: (upload: Upload) => void;
  /** Forgets all, as after they were sent with a form. */
  clear: () => void;
  /** Forgets those that went along with what was sent; what was refused stays, with its reason. */
  sent: () => void;
}

/**
 * Files of one purpose that a person chooses, each sent at once. Leaving the screen gives up those on their way.
 * @param before files that are there from the start
 */
export function useUploads(purpose: FilePurpose, max: number, before: readonly StoredFile[] = []): Uploads {
  const [list, setList] = useState<readonly Upload[]>(() => before.map(uploadedBefore));
  const [problem, setProblem] = useState<string>();
  const underWay = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const controllers = underWay.current;
    return () => controllers.forEach((controller) => controller.abort());
  }, []);

  const change = (key: string, to: Partial<Upload>) =>
    setList((others) => others.map((each) => (each.key === key ? { ...each, ...to } : each)));

  async function start({ key, file }: Upload) {
    if (!file) return;
    const controller = new AbortController();
    underWay.current.set(key, controller);
    change(key, { state: 'sending', part: 0 });
    try {
      const onProgress = (part: number) => change(key, { part, state: part < 1 ? 'sending' : 'checking' });
      const stored = await uploadFile(file, { purpose, onProgress, signal: controller.signal });
      change(key, { state: 'done', stored });
    } catch (thrown) {
      if (!controller.signal.aborted) change(key, { state: 'failed', ...failureOf(thrown) });
    } finally {
      underWay.current.delete(key);
    }
  }

  return {
    purpose,
    max,
    list,
    problem,
    busy: list.some(({ state }) => state === 'sending' || state === 'checking'),
    ids: list.flatMap(({ stored }) => stored?.id ?? []),
    add(files) {
      const chosen = [...files];
      const added = chosen.slice(0, Math.max(0, max - list.length)).map((file) => newUpload(file, purpose));
      setProblem(added.length < chosen.length ? translate('common.upload_too_many', { max: max }) : undefined);
      setList((others) => [...others, ...added]);
      for (const upload of added) if (upload.state !== 'failed') void start(upload);
    },
    retry: (upload) => void start(upload),
    remove({ key, stored }) {
      underWay.current.get(key)?.abort();
      setList((others) => others.filter((each) => each.key !== key));
      setProblem(undefined);
      // The result does not matter: leftover files are deleted after a day.
      if (stored) call('POST /api/files/remove', { body: { id: stored.id } }, { loader: false }).catch(() => {});
    },
    clear() {
      setList([]);
      setProblem(undefined);
    },
    sent() {
      setList((all) => all.filter(({ state }) => state === 'failed'));
      setProblem(undefined);
    },
  };
}

const uploadedBefore = (stored: StoredFile): Upload => {
  const { id, name, type, size } = stored;
  return { key: id, name, type, size, state: 'done', part: 1, stored };
};

function newUpload(file: File, purpose: FilePurpose): Upload {
  const { maxBytes } = fileLimits[purpose];
  const { name, type, size } = file;
  const fresh = { key: newId(), name, type, size, file, state: 'sending', part: 0 } as const;
  if (size <= maxBytes) return fresh;
  const error = translate('common.upload_too_large', { megabytes: inMegabytes(maxBytes) });
  return { ...fresh, state: 'failed', error, canRetry: false };
}

/** A file that was scanned and refused is refused again. */
function failureOf(thrown: unknown): Pick<Upload, 'error' | 'canRetry'> {
  if (!(thrown instanceof ApiError)) return { error: translate('common.went_wrong'), canRetry: true };
  return { error: thrown.message, canRetry: !thrown.code?.startsWith('files.') };
}
