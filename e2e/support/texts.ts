import { resolve } from 'node:path';
import { readCatalogues, type Text } from '#server/platform/text.ts';
import type { TextKey } from '#web/platform/i18n/text-key.ts';

const catalogues = readCatalogues(resolve(import.meta.dirname, '../../locales'));

/** A text of the product, in any of its languages, from its own catalogues. An unknown key throws. */
export const text: Text = catalogues.text;

/** The same in English, by the keys that the screens may use. */
export const en = (key: TextKey | `errors.${string}`, values?: Record<string, unknown>): string =>
  text('en', key, values);
