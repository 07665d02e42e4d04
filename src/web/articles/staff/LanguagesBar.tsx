import { languageNames, languages, type Language } from '#contract/kernel/languages.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';

interface LanguagesBarProps {
  /** The texts that there are. */
  drafts: readonly { language: Language }[];
  language: Language;
  beside: Language | '';
  onLanguage: (language: Language) => void;
  onBeside: (language: Language | '') => void;
}

/** The language that is edited, and the one shown beside it. */
export function LanguagesBar({ drafts, language, beside, onLanguage, onBeside }: LanguagesBarProps) {
  const t = useText();
  const has = (each: Language) => drafts.some((draft) => draft.language === each);
  return (
    <>
      <SelectField
        label={t('articles.language')}
        value={language}
        options={languages.map((value) => ({
          value,
          label: has(value) ? languageNames[value] : t('articles.language_missing', { language: languageNames[value] }),
        }))}
        onChange={({ target }) => onLanguage(target.value as Language)}
      />
      <SelectField
        label={t('articles.beside')}
        value={beside}
        placeholder={t('articles.nothing_beside')}
        options={drafts.map(({ language: value }) => ({
          value,
          label: languageNames[value],
          disabled: value === language,
        }))}
        onChange={({ target }) => onBeside(target.value as Language | '')}
      />
    </>
  );
}
