import { logoLimits } from '#contract/settings/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FileField } from '#web/ui/files/FileField.tsx';
import styles from './Settings.module.css';
import { pictureOf } from './setting-value.ts';
import { useUpload } from './use-upload.ts';

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
  const upload = useUpload({ most: logoLimits.bytes, send: addPicture, onChange });
  return (
    <FileField
      label={label}
      hint={hint}
      chooseText={t('settings.choose_logo')}
      dropText={t('settings.drop_logo')}
      error={upload.error ?? error}
      accept="image/png,image/jpeg,image/webp"
      multiple={false}
      disabled={upload.busy}
      onFiles={(files) => void upload.take(files)}
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
