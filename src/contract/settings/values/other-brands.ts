import { z } from 'zod';
import { email, language, textByLanguage, uuid, writtenLine, writtenText } from '#contract/kernel/fields.ts';
import { languages } from '#contract/kernel/languages.ts';
import { brandLimits } from '../names.ts';
import { links } from './links.ts';
import type { SettingShape } from './setting-shape.ts';

export const brandName = writtenLine.pipe(z.string().min(1, 'validation.required').max(40));
export const brandColor = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'settings.color');
export const brandPicture = uuid.nullable();
/** Ids of WOFF2 files, one for text and one for what is bold; a variable font serves for both. */
export const brandFont = z
  .strictObject({ regular: uuid, semibold: uuid.nullable() })
  .refine(({ regular, semibold }) => regular !== semibold, 'settings.font')
  .nullable();
export type BrandFont = z.output<typeof brandFont>;
export const brandCompany = writtenText.pipe(z.string().max(400));
export const brandFooter = textByLanguage(writtenText.pipe(z.string().max(brandLimits.footer)));

/** A name as DNS has it, in lower case, without a port. */
const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'settings.brand_host')
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'settings.brand_host');

const otherBrand = z.strictObject({
  /** What people of the brand bear, whatever its host and name become. */
  id: uuid,
  /** The name by which its client area is reached. */
  host,
  name: brandName,
  color: brandColor,
  logo_light: brandPicture,
  logo_dark: brandPicture,
  /** Null for the font of the product. */
  font: brandFont.default(null),
  company: brandCompany,
  support_email: email.nullable(),
  /** Emails come from this address; null for that of the mail server’s setting. */
  sender: email.nullable(),
  language,
  /** The languages that it offers; the one above is among them. */
  languages: z.array(language).min(1, 'validation.required').max(languages.length),
  /** Null for that of the first brand, as in values stored before a brand could have its own. */
  footer: brandFooter.nullable().default(null),
  links: links.nullable().default(null),
});
export type OtherBrand = z.output<typeof otherBrand>;

const otherBrands = z
  .array(otherBrand, 'validation.type')
  .max(10, 'validation.type')
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'validation.type')
  .refine((all) => new Set(all.map(({ host: name }) => name)).size === all.length, 'settings.brand_host')
  .refine((all) => all.every((each) => each.languages.includes(each.language)), 'validation.choice');

/** They decide to which host the links in emails lead, so two people change them. */
export const brandsValues = {
  'brands.others': { shape: otherBrands, initial: [] },
} as const satisfies Record<string, SettingShape>;
