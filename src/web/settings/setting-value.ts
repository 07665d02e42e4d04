import type { SettingValues } from '#contract/settings/catalogue.ts';
import type { Setting } from '#contract/settings/endpoints.ts';

/** What holds now of each, by key. */
export const valuesOf = (settings: readonly Setting[]): SettingValues =>
  Object.fromEntries(settings.map(({ key, value }) => [key, value])) as unknown as SettingValues;

type Look = 'brand.name' | 'brand.color' | 'brand.logo_light' | 'brand.logo_dark';

/** How the first brand looks, by its settings. */
export const firstBrandOf = (values: Pick<SettingValues, Look>) => ({
  name: values['brand.name'],
  color: values['brand.color'],
  logo_light: values['brand.logo_light'],
  logo_dark: values['brand.logo_dark'],
});

/** Where a picture of the brand is to be had. */
export const pictureOf = (id: string) => `/api/brand/${id}.png`;
