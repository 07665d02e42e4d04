import { z } from 'zod';
import { newPerson, newPersonRefusals, signedIn } from '#contract/auth/endpoints.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { done, email, flag, instant, language, secretToken, uuid } from '#contract/kernel/fields.ts';
import { settingsCatalogue } from './catalogue.ts';
import { emailServer } from './values/email.ts';
import { smtpEncryptions } from './email-names.ts';
import { newEmailPassword, newPicture } from './endpoints.ts';

/** The settings by their fields, as setup-names.ts has them. */
const settings = {
  brand_name: settingsCatalogue['brand.name'].shape,
  brand_company: settingsCatalogue['brand.company'].shape,
  brand_support_email: settingsCatalogue['brand.support_email'].shape,
  brand_language: settingsCatalogue['brand.language'].shape,
  brand_color: settingsCatalogue['brand.color'].shape,
  brand_logo_light: settingsCatalogue['brand.logo_light'].shape,
  brand_logo_dark: settingsCatalogue['brand.logo_dark'].shape,
  currencies_wallets: settingsCatalogue['currencies.wallets'].shape,
  currencies_accounts: settingsCatalogue['currencies.accounts'].shape,
  email_server: settingsCatalogue['email.server'].shape,
};

/** The same in a response. */
const chosen = z.object({
  brand_name: z.string(),
  brand_company: z.string(),
  brand_support_email: z.string().nullable(),
  brand_language: language,
  brand_color: z.string(),
  brand_logo_light: uuid.nullable(),
  brand_logo_dark: uuid.nullable(),
  currencies_wallets: z.array(z.string()),
  currencies_accounts: z.array(z.string()),
  /** The value of the environment may be one that cannot be chosen here. */
  email_server: z
    .object({
      host: z.string(),
      port: z.number().int(),
      encryption: z.enum(smtpEncryptions),
      user: z.string(),
      password: uuid.nullable(),
      sender_name: z.string(),
      sender_address: z.string(),
    })
    .nullable(),
});

/** Without an email server the setup completes only for a caller who confirms that. */
const withoutEmail = { without_email: flag };

const administrator = { ...newPerson, terms: flag };

/** Of the link that the server printed at start. */
const token = secretToken;

const rules = [
  ...newPersonRefusals,
  'settings.picture',
  'settings.base_currency',
  'settings.currency_unrated',
  'settings.email_password',
  'setup.without_email',
] as const;

const of = z.strictObject({ token });

/** The setup of a new installation, once, by the holder of the link that its server printed at start. */
export const setupEndpoints = {
  'setup.show': {
    route: 'POST /api/setup',
    guard: 'anyone',
    beforeOpening: 'only',
    summary: 'The choices for setting up a company, with their defaults.',
    body: of,
    response: z.object({
      settings: chosen,
      /** Fields that the environment of the server has filled in. */
      given: z.array(z.string()),
      /** Every currency that could be offered. */
      currencies: z.array(z.string()),
      /** The base of links in emails. */
      address: z.string(),
      expires_at: instant,
    }),
    refusals: ['setup.link', 'http.too_many'],
  },
  'setup.add_picture': {
    route: 'POST /api/setup/picture',
    guard: 'anyone',
    beforeOpening: 'only',
    summary: 'Upload a logo, like `settings.add_picture`.',
    body: of.extend({ picture: newPicture.shape }),
    response: newPicture.response,
    refusals: ['setup.link', ...newPicture.refusals],
    rateLimit: { hits: 60, windowS: 3600, by: 'address' },
    bodyLimit: newPicture.bodyLimit,
  },
  'setup.store_email_password': {
    route: 'POST /api/setup/email/password',
    guard: 'anyone',
    beforeOpening: 'only',
    summary: 'Store the password of an email server, like `settings.store_email_password`.',
    body: of.extend(newEmailPassword.shape),
    response: newEmailPassword.response,
    refusals: ['setup.link'],
    rateLimit: { hits: 60, windowS: 3600, by: 'address' },
  },
  'setup.test_email': {
    route: 'POST /api/setup/email',
    guard: 'anyone',
    beforeOpening: 'only',
    summary: 'Send a test email immediately through the email server that was entered or that the environment names.',
    body: of.extend({ email, server: emailServer.nullable() }),
    response: done,
    refusals: ['setup.link', 'settings.email_password', 'settings.email_none', 'settings.email_failed'],
    rateLimit: { hits: 20, windowS: 3600, by: 'address' },
  },
  'setup.check': {
    route: 'POST /api/setup/check',
    guard: 'anyone',
    beforeOpening: 'only',
    summary: 'Check whether the values entered on a step are valid. Saves nothing.',
    body: of.extend(z.object({ ...settings, ...withoutEmail, ...administrator }).partial().shape),
    response: done,
    refusals: ['settings.currency', 'setup.link', ...rules],
  },
  'setup.finish': {
    route: 'POST /api/setup/finish',
    guard: 'anyone',
    beforeOpening: 'only',
    summary:
      'Save everything, create the first administrator, open the company and sign the administrator in. Works ' +
      'only once.',
    body: of.extend({ ...settings, ...withoutEmail, ...administrator }),
    response: signedIn,
    refusals: ['settings.currency', 'setup.link', ...rules],
  },
} as const satisfies Endpoints;
