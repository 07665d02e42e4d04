import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { inMegabytes } from '#contract/kernel/file-rules.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FileField } from '#web/ui/files/FileField.tsx';
import { readProblems } from '#web/ui/forms/form-errors.ts';
import styles from './Settings.module.css';

interface UploadFieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** As the browser's dialog takes it. */
  accept: string;
  /** Bytes. */
  most: number;
  /** Sends a file, as base64, and gives its id. */
  send: (content: string) => Promise<{ id: string }>;
  onChange: (id: string | null) => void;
  /** What was sent; falsy while there is nothing to remove. */
  children: ReactNode;
}

/** Sends the file that is chosen for a setting, shows it, and removes it. */
export function UploadField({ label, hint, error, accept, most, send, onChange, children }: UploadFieldProps) {
  const t = useText();
  const [own, setOwn] = useState<string>();
  const [busy, setBusy] = useState(false);
  // What else was entered while the file was sent stays.
  const latest = useRef(onChange);
  useLayoutEffect(() => void (latest.current = onChange));
  const texts = { failed: t('common.went_wrong'), problems: t('common.input_problems') };
  async function take([file]: readonly File[]) {
    if (!file) return;
    setOwn(undefined);
    if (file.size > most) return setOwn(t('common.upload_too_large', { megabytes: inMegabytes(most) }));
    setBusy(true);
    try {
      const { id } = await send(await base64Of(file));
      latest.current(id);
    } catch (problem) {
      setOwn(readProblems(problem, [], texts).messages[0]);
    } finally {
      setBusy(false);
    }
  }
  return (
    <FileField
      label={label}
      hint={hint}
      chooseText={t('settings.choose_logo')}
      dropText={t('settings.drop_logo')}
      error={own ?? error}
      accept={accept}
      multiple={false}
      disabled={busy}
      onFiles={(files) => void take(files)}
    >
      {children && (
        <div className={styles.acts}>
          {children}
          <Button onClick={() => onChange(null)}>{t('settings.remove_logo')}</Button>
        </div>
      )}
    </FileField>
  );
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
