import { useState } from 'react';
import { inMegabytes } from '#contract/kernel/file-rules.ts';
import { logoLimits } from '#contract/settings/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FileField } from '#web/ui/files/FileField.tsx';
import { readProblems } from '#web/ui/forms/form-errors.ts';
import styles from './Settings.module.css';
import { pictureOf } from './setting-value.ts';

/** Sends a picture, as base64, and gives its id. */
export type AddPicture = (picture: string) => Promise<{ id: string }>;

const toSettings: AddPicture = (picture) => call('POST /api/staff/settings/picture', { body: { picture } });

interface LogoFieldProps {
  label: string;
  hint: string;
  error: string | undefined;
  value: string | null;
  isDark: boolean;
  addPicture?: AddPicture | undefined;
  onChange: (id: string | null) => void;
}

/** Takes a picture, which the server draws again before it is shown here. */
export function LogoField({ label, hint, error, value, isDark, addPicture = toSettings, onChange }: LogoFieldProps) {
  const t = useText();
  const [own, setOwn] = useState<string>();
  const [busy, setBusy] = useState(false);
  const texts = { failed: t('common.went_wrong'), problems: t('common.input_problems') };
  async function take([file]: readonly File[]) {
    if (!file) return;
    setOwn(undefined);
    if (file.size > logoLimits.bytes)
      return setOwn(t('settings.logo_too_large', { megabytes: inMegabytes(logoLimits.bytes) }));
    setBusy(true);
    try {
      const response = await addPicture(await base64Of(file));
      onChange(response.id);
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
      accept="image/png,image/jpeg,image/webp"
      multiple={false}
      disabled={busy}
      onFiles={(files) => void take(files)}
    >
      {value && (
        <div className={styles.acts}>
          <span className={`${isDark ? 'dark-theme' : 'light-theme'} ${styles.ground}`}>
            <img className={styles.logo} src={pictureOf(value)} alt={t('settings.logo_alt')} />
          </span>
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
