import { z } from 'zod';
import { newPerson, newPersonRefusals, signedIn } from './auth.ts';
import type { Endpoints } from './endpoint.ts';
import { done, email, flag, instant, language, secretToken, uuid } from './fields.ts';
import { houseCatalogue } from './settings-catalogue.ts';
import { mailServer } from './settings-values/email.ts';
import { mailEncryptions } from './email-names.ts';
import { newMailPassword, newPicture } from './settings.ts';

/** The settings by their fields, as setup-names.ts has them. */
const settings = {
  brand_name: houseCatalogue['brand.name'].shape,
  brand_company: houseCatalogue['brand.company'].shape,
  brand_support_email: houseCatalogue['brand.support_email'].shape,
  brand_language: houseCatalogue['brand.language'].shape,
  brand_color: houseCatalogue['brand.color'].shape,
  brand_logo_light: houseCatalogue['brand.logo_light'].shape,
  brand_logo_dark: houseCatalogue['brand.logo_dark'].shape,
  currencies_wallets: houseCatalogue['currencies.wallets'].shape,
  currencies_accounts: houseCatalogue['currencies.accounts'].shape,
  mail_server: houseCatalogue['mail.server'].shape,
};

/** The same as they are told. */
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
  /** That of the environment may be one that nobody could choose. */
  mail_server: z
    .object({
      host: z.string(),
      port: z.number().int(),
      encryption: z.enum(mailEncryptions),
      user: z.string(),
      password: uuid.nullable(),
      sender_name: z.string(),
      sender_address: z.string(),
    })
    .nullable(),
});

/** Without a mail server the house opens only for who says that it is to. */
const withoutMail = { without_mail: flag };

const administrator = { ...newPerson, terms: flag };

/** Of the link that the start printed. */
const token = secretToken;

const rules = [
  ...newPersonRefusals,
  'house.picture',
  'house.base_currency',
  'house.mail_password',
  'setup.without_mail',
] as const;

const of = z.strictObject({ token });

/** How a fresh house is set up, once, by whoever has the link that its start printed. */
export const setupEndpoints = {
  'setup.look': {
    route: 'POST /api/setup',
    guard: 'anyone',
    beforeOpening: 'only',
    summary: 'What there is to choose when a house is set up, with what holds until then.',
    body: of,
    answer: z.object({
      settings: chosen,
      /** Fields that the environment of the server has filled in. */
      given: z.array(z.string()),
      /** Every currency that could be offered. */
      currencies: z.array(z.string()),
      /** Under which links in mails begin. */
      address: z.string(),
      expires_at: instant,
    }),
    refusals: ['setup.link', 'http.too_many'],
  },
  'setup.add_picture': {
    route: 'POST /api/setup/picture',
    guard: 'anyone',
    beforeOpening: 'only',
    summary: 'A logo, as `house.add_picture` takes it.',
    body: of.extend({ picture: newPicture.shape }),
    answer: newPicture.answer,
    refusals: ['setup.link', ...newPicture.refusals],
    rateLimit: { hits: 60, windowS: 3600, by: 'address' },
    bodyLimit: newPicture.bodyLimit,
  },
  'setup.keep_mail_password': {
    route: 'POST /api/setup/mail/password',
    guard: 'anyone',
    beforeOpening: 'only',
    summary: 'The password of a mail server, as `house.keep_mail_password` takes it.',
    body: of.extend(newMailPassword.shape),
    answer: newMailPassword.answer,
    refusals: ['setup.link'],
    rateLimit: { hits: 60, windowS: 3600, by: 'address' },
  },
  'setup.test_mail': {
    route: 'POST /api/setup/mail',
    guard: 'anyone',
    beforeOpening: 'only',
    summary:
      'Send a mail at once, by the mail server that is filled in or that the environment names, to see whether it arrives.',
    body: of.extend({ email, server: mailServer.nullable() }),
    answer: done,
    refusals: ['setup.link', 'house.mail_password', 'house.mail_none', 'house.mail_failed'],
    rateLimit: { hits: 20, windowS: 3600, by: 'address' },
  },
  'setup.check': {
    route: 'POST /api/setup/check',
    guard: 'anyone',
    beforeOpening: 'only',
    summary: 'Whether what is filled in on a step could be taken. Keeps nothing.',
    body: of.extend(z.object({ ...settings, ...withoutMail, ...administrator }).partial().shape),
    answer: done,
    refusals: ['house.currency', 'setup.link', ...rules],
  },
  'setup.finish': {
    route: 'POST /api/setup/finish',
    guard: 'anyone',
    beforeOpening: 'only',
    summary: 'Keep it all, make the first administrator, open the house, and sign him in. Once, for good.',
    body: of.extend({ ...settings, ...withoutMail, ...administrator }),
    answer: signedIn,
    refusals: ['house.currency', 'setup.link', ...rules],
  },
} as const satisfies Endpoints;
