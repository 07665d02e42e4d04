import { useMemo } from 'react';
import { countries } from '#contract/kernel/countries.ts';
import { intlTagOf } from '#contract/kernel/languages.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useLanguage } from '#web/platform/i18n/language.ts';

/** Every country under its name in the reader's language, in the order of that language's alphabet. */
export function useCountryOptions(): { value: string; label: string }[] {
  const format = useFormat();
  const language = useLanguage();
  return useMemo(() => {
    const { compare } = new Intl.Collator(intlTagOf(language));
    return countries
      .map((value) => ({ value, label: format.country(value) }))
      .toSorted((one, other) => compare(one.label, other.label));
  }, [format, language]);
}
