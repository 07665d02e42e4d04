import { z } from 'zod';
import { newPerson, newPersonRefusals, signedIn } from './auth.ts';
import type { Endpoints } from './endpoint.ts';
import { done, email, flag, instant, language, secretToken, uuid } from './fields.ts';
import { houseCatalogue } from './house-catalogue.ts';
import { newPicture } from './house.ts';

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
});

const administrator = { ...newPerson, terms: flag };

/** Of the link that the start printed. */
const token = secretToken;

const rules = [...newPersonRefusals, 'house.picture', 'house.currency', 'house.base_currency'] as const;

const of = z.strictObject({ token });

/** How a fresh house is set up, once, by whoever has the link that its start printed. */
export const setupEndpoints = {
  'setup.look': {
    route: 'POST /api/setup',
    guard: 'anyone',
    beforeOpening: 'only',
    summary: 'What there is to choose when a house is set up, with what holds until then, and how mail leaves.',
    body: of,
    answer: z.object({
      settings: chosen,
      /** Fields that the environment of the server has filled in. */
      given: z.array(z.string()),
      /** Every currency that could be offered. */
      currencies: z.array(z.string()),
      /** Host and port of the mail server, without its password; null where there is none. */
      mail: z.object({ server: z.string().nullable(), from: z.string() }),
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
  'setup.test_mail': {
    route: 'POST /api/setup/mail',
    guard: 'anyone',
    beforeOpening: 'only',
    summary: 'Send a mail at once, to see whether it arrives.',
    body: of.extend({ email }),
    answer: done,
    refusals: ['setup.link', 'setup.no_mail', 'setup.mail_failed'],
    rateLimit: { hits: 20, windowS: 3600, by: 'address' },
  },
  'setup.check': {
    route: 'POST /api/setup/check',
    guard: 'anyone',
    beforeOpening: 'only',
    summary: 'Whether what is filled in on a step could be taken. Keeps nothing.',
    body: of.extend(z.object({ ...settings, ...administrator }).partial().shape),
    answer: done,
    refusals: ['setup.link', ...rules],
  },
  'setup.finish': {
    route: 'POST /api/setup/finish',
    guard: 'anyone',
    beforeOpening: 'only',
    summary: 'Keep it all, make the first administrator, open the house, and sign him in. Once, for good.',
    body: of.extend({ ...settings, ...administrator }),
    answer: signedIn,
    refusals: ['setup.link', ...rules],
  },
} as const satisfies Endpoints;
