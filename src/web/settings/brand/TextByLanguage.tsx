import { useState } from 'react';
import { languageNames, languages, type Language, type TextByLanguage } from '#contract/kernel/languages.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { currentLanguage } from '#web/platform/i18n/language.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import styles from '../Settings.module.css';

/** A text of the operator's in each language that it is written in. */
export function TextsShown({ value }: { value: TextByLanguage }) {
  const t = useText();
  const written = languages.filter((language) => value[language]);
  if (written.length === 0) return <p>{t('settings.none')}</p>;
  return (
    <dl className={styles.texts}>
      {written.map((language) => (
        <div key={language}>
          <dt>{languageNames[language]}</dt>
          <dd className={styles.lines} lang={language} dir="auto">
            {value[language]}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface TextByLanguageFieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: TextByLanguage;
  maxLength: number;
  /** Several lines. */
  isLong?: boolean;
  onChange: (value: TextByLanguage) => void;
}

/** A text by language, one language at a time; those with a text are marked in the list. */
export function TextByLanguageField({ label, hint, error, isLong, ...props }: TextByLanguageFieldProps) {
  const { value, maxLength, onChange } = props;
  const t = useText();
  const [language, setLanguage] = useState<Language>(currentLanguage);
  const field = { label, hint, error, maxLength, lang: language, value: value[language] ?? '' };
  const write = (text: string) => onChange({ ...value, [language]: text });
  return (
    <>
      <SelectField
        label={t('common.language')}
        value={language}
        options={languages.map((each) => ({
          value: each,
          label: value[each] ? `${languageNames[each]} ✓` : languageNames[each],
        }))}
        onChange={({ target }) => setLanguage(target.value as Language)}
      />
      {isLong ? (
        <TextAreaField {...field} onChange={({ target }) => write(target.value)} />
      ) : (
        <TextField {...field} onChange={({ target }) => write(target.value)} />
      )}
    </>
  );
}
