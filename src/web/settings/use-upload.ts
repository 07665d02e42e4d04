import { useLayoutEffect, useRef, useState } from 'react';
import { inMegabytes } from '#contract/kernel/file-rules.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { readProblems } from '#web/ui/forms/form-errors.ts';

interface Upload {
  /** Bytes. */
  most: number;
  /** Sends a file, as base64, and gives its id. */
  send: (content: string) => Promise<{ id: string }>;
  onChange: (id: string) => void;
}

/** Sends the file that was chosen for a setting; `error` says why it could not be taken. */
export function useUpload({ most, send, onChange }: Upload) {
  const t = useText();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  // What else was entered while the file was sent stays.
  const latest = useRef(onChange);
  useLayoutEffect(() => void (latest.current = onChange));
  const texts = { failed: t('common.went_wrong'), problems: t('common.input_problems') };
  async function take([file]: readonly File[]) {
    if (!file) return;
    setError(undefined);
    if (file.size > most) return setError(t('common.upload_too_large', { megabytes: inMegabytes(most) }));
    setBusy(true);
    try {
      const { id } = await send(await base64Of(file));
      latest.current(id);
    } catch (problem) {
      setError(readProblems(problem, [], texts).messages[0]);
    } finally {
      setBusy(false);
    }
  }
  return { error, busy, take };
}

/** A file as the call takes it: without the part before the comma of a data address. */
function base64Of(file: File): Promise<string> {
  const reader = new FileReader();
  return new Promise((done, failed) => {
    reader.addEventListener('load', () => done((reader.result as string).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => failed(reader.error ?? new Error('the file could not be read')));
    reader.readAsDataURL(file);
  });
}
