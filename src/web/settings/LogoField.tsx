import { logoLimits } from '#contract/settings/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import styles from './Settings.module.css';
import { pictureOf } from './setting-value.ts';
import { UploadField } from './UploadField.tsx';

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
  return (
    <UploadField
      label={label}
      hint={hint}
      error={error}
      accept="image/png,image/jpeg,image/webp"
      most={logoLimits.bytes}
      send={addPicture}
      onChange={onChange}
    >
      {value && (
        <span className={`${isDark ? 'dark-theme' : 'light-theme'} ${styles.ground}`}>
          <img className={styles.logo} src={pictureOf(value)} alt={t('settings.logo_alt')} />
        </span>
      )}
    </UploadField>
  );
}
