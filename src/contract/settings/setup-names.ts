import type { SettingKey } from './names.ts';

/** Settings of the setup, by its steps, and the field of each. */
export const setupFields = {
  company: {
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
  email: {
    email_server: 'email.server',
  },
} as const satisfies Record<string, Record<string, SettingKey>>;

/** All of them. */
export const allSetupFields = {
  ...setupFields.company,
  ...setupFields.brand,
  ...setupFields.currencies,
  ...setupFields.email,
};
export type SetupField = keyof typeof allSetupFields;
