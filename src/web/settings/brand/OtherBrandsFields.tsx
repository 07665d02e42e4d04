import { languageNames, languages, type Language } from '#contract/kernel/languages.ts';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import { brandLimits } from '#contract/settings/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { currentLanguage } from '#web/platform/i18n/language.ts';
import { newId } from '#web/platform/new-id.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { Button } from '#web/ui/Button.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { BrandPreview } from '../BrandPreview.tsx';
import { ColorField } from '../kinds/ColorField.tsx';
import type { KindFieldProps } from '../kinds/kind.ts';
import { LogoField } from '../LogoField.tsx';
import { ManyFields } from '../ManyFields.tsx';
import styles from '../Settings.module.css';
import { FontFields } from './FontFields.tsx';
import { LinksFields } from './LinksFields.tsx';
import { TextByLanguageField } from './TextByLanguage.tsx';

type All = SettingValues['brands.others'];
type Other = All[number];

const newBrand = (language: Language): Other => ({
  id: newId(),
  host: '',
  name: '',
  color: windowConfig.accents.light.fill,
  logo_light: null,
  logo_dark: null,
  font: null,
  company: '',
  support_email: null,
  sender: null,
  language,
  languages: [...languages],
  footer: null,
  links: null,
});

/** Adds brands, changes them, and removes them: their people then belong to the first one. */
export function OtherBrandsFields({ value, hint, error, addPicture, onChange }: KindFieldProps<All>) {
  const t = useText();
  return (
    <ManyFields hint={hint} error={error}>
      {value.map((brand) => (
        <BrandFields
          key={brand.id}
          brand={brand}
          addPicture={addPicture}
          onChange={(part) => onChange(value.map((each) => (each.id === brand.id ? { ...each, ...part } : each)))}
          onRemove={() => onChange(value.filter(({ id }) => id !== brand.id))}
        />
      ))}
      <div>
        <Button size="small" onClick={() => onChange([...value, newBrand(currentLanguage())])}>
          {t('settings.add')}
        </Button>
      </div>
    </ManyFields>
  );
}

interface BrandFieldsProps {
  brand: Other;
  addPicture: KindFieldProps<All>['addPicture'];
  onChange: (part: Partial<Other>) => void;
  onRemove: () => void;
}

function BrandFields({ brand, addPicture, onChange, onRemove }: BrandFieldsProps) {
  const t = useText();
  const offers = (language: Language, isOffered: boolean) =>
    onChange({
      languages: languages.filter((each) => (each === language ? isOffered : brand.languages.includes(each))),
    });
  const logo = (name: 'logo_light' | 'logo_dark') => ({
    label: t(`settings.brand_${name}`),
    hint: '',
    error: undefined,
    value: brand[name],
    isDark: name === 'logo_dark',
    addPicture,
    onChange: (id: string | null) => onChange({ [name]: id }),
  });
  return (
    <fieldset className={styles.group}>
      <legend dir="auto">{brand.name || t('settings.group_brand')}</legend>
      <div className={styles.long}>
        <TextField
          label={t('settings.brand_name')}
          value={brand.name}
          maxLength={40}
          required
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <TextField
          label={t('settings.brand_host')}
          value={brand.host}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          required
          onChange={({ target }) => onChange({ host: target.value })}
        />
      </div>
      <ColorField
        label={t('settings.brand_color')}
        hint=""
        value={brand.color}
        onChange={(color) => onChange({ color })}
      />
      <LogoField {...logo('logo_light')} />
      <LogoField {...logo('logo_dark')} />
      <BrandPreview brand={brand} />
      <FontFields hint={t('settings.brand_font_hint')} value={brand.font} onChange={(font) => onChange({ font })} />
      <TextAreaField
        label={t('settings.brand_company')}
        value={brand.company}
        maxLength={400}
        onChange={({ target }) => onChange({ company: target.value })}
      />
      <div className={styles.long}>
        <TextField
          label={t('settings.brand_support_email')}
          value={brand.support_email ?? ''}
          type="email"
          dir="ltr"
          onChange={({ target }) => onChange({ support_email: target.value || null })}
        />
        <TextField
          label={t('settings.brand_sender')}
          value={brand.sender ?? ''}
          type="email"
          dir="ltr"
          onChange={({ target }) => onChange({ sender: target.value || null })}
        />
        <SelectField
          label={t('settings.brand_language')}
          value={brand.language}
          options={languages.map((each) => ({ value: each, label: languageNames[each] }))}
          onChange={({ target }) => onChange({ language: target.value as Language })}
        />
      </div>
      <fieldset className={styles.long}>
        <legend>{t('settings.brand_languages')}</legend>
        {languages.map((each) => (
          <CheckboxField
            key={each}
            label={languageNames[each]}
            checked={brand.languages.includes(each)}
            onChange={({ target }) => offers(each, target.checked)}
          />
        ))}
      </fieldset>
      <CheckboxField
        label={t('settings.brand_own_footer')}
        checked={brand.footer !== null}
        onChange={({ target }) => onChange({ footer: target.checked ? {} : null })}
      />
      {brand.footer && (
        <TextByLanguageField
          label={t('settings.brand_footer')}
          value={brand.footer}
          maxLength={brandLimits.footer}
          isLong
          onChange={(footer) => onChange({ footer })}
        />
      )}
      <CheckboxField
        label={t('settings.brand_own_links')}
        checked={brand.links !== null}
        onChange={({ target }) => onChange({ links: target.checked ? [] : null })}
      />
      {brand.links && <LinksFields value={brand.links} onChange={(links) => onChange({ links })} />}
      <div>
        <Button size="small" variant="quiet" onClick={onRemove}>
          {t('settings.remove_logo')}
        </Button>
      </div>
    </fieldset>
  );
}
