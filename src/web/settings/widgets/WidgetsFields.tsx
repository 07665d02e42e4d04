import { languageNames, languages, type Language } from '#contract/kernel/languages.ts';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import { widgetKinds, widgetLimits, widgetThemes } from '#contract/settings/widget-names.ts';
import { currentLanguage } from '#web/platform/i18n/language.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { newId } from '#web/platform/new-id.ts';
import { Button } from '#web/ui/Button.tsx';
import { Switch } from '#web/ui/forms/CheckboxField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import styles from '../Settings.module.css';
import type { KindFieldProps } from '../kinds/kind.ts';
import { ManyFields } from '../ManyFields.tsx';
import { themeNames, widgetNames } from './words.ts';

type All = SettingValues['brand.widgets'];
type Widget = All[number];

const newWidget = (language: Language): Widget => ({
  id: newId(),
  kind: 'rates',
  sites: [],
  language,
  theme: 'auto',
  shown: [],
  is_on: true,
});

/** Makes widgets, changes them, and turns them off: from then on no site shows them. */
export function WidgetsFields({ value, hint, error, onChange }: KindFieldProps<All>) {
  const t = useText();
  return (
    <ManyFields hint={hint} error={error}>
      {value.map((widget) => (
        <WidgetFields
          key={widget.id}
          widget={widget}
          onChange={(part) => onChange(value.map((each) => (each.id === widget.id ? { ...each, ...part } : each)))}
          onRemove={() => onChange(value.filter(({ id }) => id !== widget.id))}
        />
      ))}
      {value.length < widgetLimits.widgets && (
        <div>
          <Button size="small" onClick={() => onChange([...value, newWidget(currentLanguage())])}>
            {t('settings.add')}
          </Button>
        </div>
      )}
    </ManyFields>
  );
}

interface WidgetFieldsProps {
  widget: Widget;
  onChange: (part: Partial<Widget>) => void;
  onRemove: () => void;
}

function WidgetFields({ widget, onChange, onRemove }: WidgetFieldsProps) {
  const t = useText();
  const { kind, sites, language, theme, shown, is_on: isOn } = widget;
  return (
    <fieldset className={styles.group}>
      <legend>{t(widgetNames[kind])}</legend>
      <div className={styles.long}>
        <SelectField
          label={t('settings.widget_kind')}
          value={kind}
          options={widgetKinds.map((each) => ({ value: each, label: t(widgetNames[each]) }))}
          onChange={({ target }) => onChange({ kind: target.value as Widget['kind'], shown: [] })}
        />
        <SelectField
          label={t('common.language')}
          value={language}
          options={languages.map((each) => ({ value: each, label: languageNames[each] }))}
          onChange={({ target }) => onChange({ language: target.value as Language })}
        />
        <SelectField
          label={t('profile.theme')}
          value={theme}
          options={widgetThemes.map((each) => ({ value: each, label: t(themeNames[each]) }))}
          onChange={({ target }) => onChange({ theme: target.value as Widget['theme'] })}
        />
      </div>
      <TextAreaField
        label={t('settings.widget_sites')}
        dir="ltr"
        rows={2}
        spellCheck={false}
        required
        defaultValue={sites.join('\n')}
        onChange={({ target }) => onChange({ sites: wordsIn(target.value) })}
      />
      {kind !== 'register' && (
        <TextField
          key={kind}
          label={t('settings.widget_shown')}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="characters"
          defaultValue={shown.join(', ')}
          onChange={({ target }) => onChange({ shown: wordsIn(target.value) })}
        />
      )}
      <Switch
        label={t('settings.widget_on')}
        checked={isOn}
        onChange={({ target }) => onChange({ is_on: target.checked })}
      />
      <div>
        <Button size="small" variant="quiet" onClick={onRemove}>
          {t('settings.remove_logo')}
        </Button>
      </div>
    </fieldset>
  );
}

/** Each on a line of its own, or with commas between them. */
const wordsIn = (text: string) => text.split(/[\s,]+/).filter(Boolean);
