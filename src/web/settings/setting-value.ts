import type { SettingValues } from '#contract/settings/catalogue.ts';
import type { Setting } from '#contract/settings/endpoints.ts';

/** What holds now of each, by key. */
export const valuesOf = (settings: readonly Setting[]): SettingValues =>
  Object.fromEntries(settings.map(({ key, value }) => [key, value])) as unknown as SettingValues;

/** Where a picture of the brand is to be had. */
export const pictureOf = (id: string) => `/api/brand/${id}.png`;
