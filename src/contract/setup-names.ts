import type { HouseKey } from './settings-names.ts';

/** Settings that are chosen when a house is set up, by the steps on which that is done, and the field of each. */
export const setupFields = {
  house: {
    brand_name: 'brand.name',
    brand_company: 'brand.company',
    brand_support_email: 'brand.support_email',
    brand_language: 'brand.language',
  },
  brand: {
    brand_color: 'brand.color',
    brand_logo_light: 'brand.logo_light',
    brand_logo_dark: 'brand.logo_dark',
  },
  currencies: {
    currencies_wallets: 'currencies.wallets',
    currencies_accounts: 'currencies.accounts',
  },
  mail: {
    mail_server: 'mail.server',
  },
} as const satisfies Record<string, Record<string, HouseKey>>;

/** All of them. */
export const allSetupFields = {
  ...setupFields.house,
  ...setupFields.brand,
  ...setupFields.currencies,
  ...setupFields.mail,
};
export type SetupField = keyof typeof allSetupFields;
