import { useRouter } from '@tanstack/react-router';
import { languageNames } from '#contract/kernel/languages.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { changeLanguage } from './change-language.ts';
import { useText } from './i18n.tsx';
import { useLanguage } from './language.ts';
import { windowConfig } from '../window-config.ts';

/** The language of the interface as a field of a form. It holds no value of its own: choosing switches at once. */
export function LanguageField({ hint }: { hint?: string }) {
  const t = useText();
  const router = useRouter();
  const choose = (value: string) => {
    const next = windowConfig.languages.find((language) => language === value);
    if (next) void changeLanguage(router, next);
  };
  return (
    <SelectField
      label={t('common.language')}
      hint={hint}
      value={useLanguage()}
      options={windowConfig.languages.map((value) => ({ value, label: languageNames[value] }))}
      onChange={(event) => choose(event.target.value)}
    />
  );
}
