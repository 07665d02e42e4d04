import { settingKeys, type SettingKey } from '#contract/settings/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { nameKeyOf } from './names.ts';

/** The settings whose name or hint has all the words; null without a search. */
export function useFound(words: string): ReadonlySet<SettingKey> | null {
  const t = useText();
  const searchWords = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (searchWords.length === 0) return null;
  const searchText = (key: SettingKey) => `${t(nameKeyOf(key))} ${t(`${nameKeyOf(key)}_hint`)}`.toLowerCase();
  return new Set(settingKeys.filter((key) => searchWords.every((word) => searchText(key).includes(word))));
}
