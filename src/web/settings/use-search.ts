import { houseKeys, type HouseKey } from '#contract/settings-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { nameKeyOf } from './names.ts';

/** The settings in whose name or hint all the words stand; null while nothing is looked for. */
export function useFound(words: string): ReadonlySet<HouseKey> | null {
  const t = useText();
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (asked.length === 0) return null;
  const told = (key: HouseKey) => `${t(nameKeyOf(key))} ${t(`${nameKeyOf(key)}_hint`)}`.toLowerCase();
  return new Set(houseKeys.filter((key) => asked.every((word) => told(key).includes(word))));
}
