import { languageNames, languages, type Language, type TextByLanguage } from '#contract/kernel/languages.ts';
import { brandLimits } from '#contract/settings/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { FontFields, FontShown } from '../brand/FontFields.tsx';
import { LinksFields, LinksShown } from '../brand/LinksFields.tsx';
import { TextByLanguageField, TextsShown } from '../brand/TextByLanguage.tsx';
import styles from '../Settings.module.css';
import { LogoField } from '../LogoField.tsx';
import { pictureOf } from '../setting-value.ts';
import { Widgets } from '../widgets/Widgets.tsx';
import { WidgetsFields } from '../widgets/WidgetsFields.tsx';
import { ColorField } from './ColorField.tsx';
import { textOf } from './text-of.ts';
import type { Kind, KindFieldProps, Kinds } from './kind.ts';

type BrandKey =
  | 'brand.name'
  | 'brand.color'
  | 'brand.logo_light'
  | 'brand.logo_dark'
  | 'brand.font'
  | 'brand.company'
  | 'brand.support_email'
  | 'brand.language'
  | 'brand.footer'
  | 'brand.links'
  | 'brand.widgets';

export const brandKinds: Kinds<BrandKey> = {
  'brand.name': { Shown: Lines, Field: NameField },
  'brand.color': {
    Shown: Swatch,
    Field: ({ label, hint, error, value, onChange }) => (
      <ColorField label={label} hint={hint} error={error} value={value} onChange={onChange} />
    ),
  },
  'brand.logo_light': logo(false),
  'brand.logo_dark': logo(true),
  'brand.font': { Shown: FontShown, Field: FontFields },
  'brand.company': { Shown: Lines, Field: CompanyField },
  'brand.support_email': { Shown: Lines, Field: EmailField },
  'brand.language': { Shown: LanguageName, Field: LanguageField },
  'brand.footer': { Shown: TextsShown, Field: FooterField },
  'brand.links': { Shown: LinksShown, Field: LinksFields },
  'brand.widgets': { Shown: Widgets, Field: WidgetsFields },
};

function logo(isDark: boolean): Kind<string | null> {
  return {
    Shown: ({ value }) => <Logo id={value} isDark={isDark} />,
    Field: ({ currencies: _none, ...props }) => <LogoField {...props} isDark={isDark} />,
  };
}

function Lines({ value }: { value: string | null }) {
  const t = useText();
  return <p className={styles.lines}>{value || t('settings.none')}</p>;
}

function Swatch({ value }: { value: string }) {
  return (
    <p className={styles.swatch} dir="ltr">
      <span style={{ backgroundColor: value }} /> {value}
    </p>
  );
}

function Logo({ id, isDark }: { id: string | null; isDark: boolean }) {
  const t = useText();
  if (id === null) return <p>{t('settings.no_logo')}</p>;
  return (
    <span className={`${isDark ? 'dark-theme' : 'light-theme'} ${styles.ground}`}>
      <img className={styles.logo} src={pictureOf(id)} alt={t('settings.logo_alt')} />
    </span>
  );
}

function LanguageName({ value }: { value: Language }) {
  return <p>{languageNames[value]}</p>;
}

function NameField(props: KindFieldProps<string>) {
  return <TextField {...textOf(props)} maxLength={40} onChange={({ target }) => props.onChange(target.value)} />;
}

function CompanyField(props: KindFieldProps<string>) {
  return (
    <TextAreaField
      {...textOf(props)}
      required={false}
      maxLength={400}
      onChange={({ target }) => props.onChange(target.value)}
    />
  );
}

function FooterField({ label, hint, error, value, onChange }: KindFieldProps<TextByLanguage>) {
  const field = { label, hint, error, value, maxLength: brandLimits.footer, onChange };
  return (
    <div className={styles.form}>
      <TextByLanguageField {...field} isLong />
    </div>
  );
}

function EmailField(props: KindFieldProps<string | null>) {
  return (
    <TextField
      {...textOf(props)}
      required={false}
      type="email"
      dir="ltr"
      onChange={({ target }) => props.onChange(target.value || null)}
    />
  );
}

function LanguageField(props: KindFieldProps<Language>) {
  return (
    <SelectField
      {...textOf(props)}
      options={languages.map((each) => ({ value: each, label: languageNames[each] }))}
      onChange={({ target }) => props.onChange(target.value)}
    />
  );
}
