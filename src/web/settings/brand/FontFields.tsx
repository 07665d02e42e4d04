import { useEffect } from 'react';
import { fontLimits } from '#contract/settings/names.ts';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import styles from '../Settings.module.css';
import { UploadField } from '../UploadField.tsx';

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

const send = (font: string) => call('POST /api/staff/settings/font', { body: { font } });

function FontFile({ id, isBold = false, ...field }: FontFileProps) {
  return (
    <UploadField {...field} accept=".woff2,font/woff2" most={fontLimits.bytes} send={send}>
      {id && <FontSample id={id} isBold={isBold} />}
    </UploadField>
  );
}
