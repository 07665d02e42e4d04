import { useEffect } from 'react';
import { fontLimits } from '#contract/settings/names.ts';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FileField } from '#web/ui/files/FileField.tsx';
import styles from '../Settings.module.css';
import { useUpload } from '../use-upload.ts';

type BrandFont = SettingValues['brand.font'];

/** How the font of a brand looks, regular and bold. */
export function FontShown({ value }: { value: BrandFont }) {
  const t = useText();
  if (value === null) return <p>{t('settings.default_font')}</p>;
  return (
    <>
      <FontSample id={value.regular} />
      {value.semibold && <FontSample id={value.semibold} isBold />}
    </>
  );
}

/** A sentence in a font that need not be that of this page. */
function FontSample({ id, isBold = false }: { id: string; isBold?: boolean }) {
  const t = useText();
  const family = `Font ${id}`;
  useEffect(() => {
    const face = new FontFace(family, `url(/api/brand/${id}.woff2)`, { weight: '1 1000' });
    document.fonts.add(face);
    return () => void document.fonts.delete(face);
  }, [family, id]);
  return (
    <p className={styles.fontSample} style={{ fontFamily: `'${family}'`, fontWeight: isBold ? 600 : 400 }}>
      {t('settings.font_sample')}
    </p>
  );
}

interface FontFieldsProps {
  hint?: string | undefined;
  error?: string | undefined;
  value: BrandFont;
  onChange: (value: BrandFont) => void;
}

/** Takes the files of a font; without the first one there is no second one. */
export function FontFields({ hint, error, value, onChange }: FontFieldsProps) {
  const t = useText();
  const regular = value?.regular;
  return (
    <div className={styles.form}>
      <FontFile
        label={t('settings.font_regular')}
        hint={hint}
        error={error}
        id={regular ?? null}
        onChange={(id) => onChange(id === null ? null : { regular: id, semibold: value?.semibold ?? null })}
      />
      {regular && (
        <FontFile
          label={t('settings.font_semibold')}
          id={value?.semibold ?? null}
          isBold
          onChange={(semibold) => onChange({ regular, semibold })}
        />
      )}
    </div>
  );
}

interface FontFileProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  id: string | null;
  isBold?: boolean;
  onChange: (id: string | null) => void;
}

function FontFile({ label, hint, error, id, isBold, onChange }: FontFileProps) {
  const t = useText();
  const send = (font: string) => call('POST /api/staff/settings/font', { body: { font } });
  const upload = useUpload({ most: fontLimits.bytes, send, onChange });
  return (
    <FileField
      label={label}
      hint={hint}
      chooseText={t('settings.choose_logo')}
      dropText={t('settings.drop_logo')}
      error={upload.error ?? error}
      accept=".woff2,font/woff2"
      multiple={false}
      disabled={upload.busy}
      onFiles={(files) => void upload.take(files)}
    >
      {id && (
        <div className={styles.acts}>
          <FontSample id={id} isBold={isBold ?? false} />
          <Button onClick={() => onChange(null)}>{t('settings.remove_logo')}</Button>
        </div>
      )}
    </FileField>
  );
}
