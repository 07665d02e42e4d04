import { z } from 'zod';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { done, fileContent, fileOfList, instant, nothing, uuid } from '#contract/kernel/fields.ts';
import { settingReason } from './protected.ts';
import { emailServer } from './values/email.ts';
import { settingKeys, fontLimits, logoLimits, openKeys, settingSources } from './names.ts';

/** Who may read the settings. */
const readers: readonly Role[] = ['compliance', 'admin'];

const key = z.enum(settingKeys, 'validation.choice');

/** Any value of the catalogue; its own shape is checked by its key. */
const value = z.unknown();

const setting = z.object({
  key,
  value,
  source: z.enum(settingSources),
  /** The version in force; 0 where none was chosen yet. */
  version: z.number().int(),
  changed_at: instant.nullable(),
  /** Null for a value from the setup. */
  changed_by: z.string().nullable(),
});
export type Setting = z.output<typeof setting>;

const settingVersion = z.object({
  version: z.number().int(),
  was: value,
  value,
  by: z.string().nullable(),
  /** The other administrator, where two were needed. */
  approved_by: z.string().nullable(),
  reason: z.string(),
  at: instant,
});
export type SettingVersion = z.output<typeof settingVersion>;

const pictureLength = Math.ceil(logoLimits.bytes / 3) * 4;

const fontLength = Math.ceil(fontLimits.bytes / 3) * 4;

/** How a picture of the brand is sent, PNG, JPEG or WebP, as base64. */
export const newPicture = {
  shape: z.base64('validation.type').max(pictureLength),
  response: z.object({ id: uuid, address: z.string(), width: z.number().int(), height: z.number().int() }),
  refusals: ['files.empty', 'files.type', 'files.unreadable', 'files.pixels', 'files.animated'],
  bodyLimit: pictureLength + 1024,
} as const;

/** How the password of an email server is sent. */
export const newEmailPassword = {
  shape: {
    host: emailServer.shape.host,
    password: z.string().min(1, 'validation.required').max(500),
  },
  response: z.object({ id: uuid }),
} as const;

export const settingsEndpoints = {
  'settings.list': {
    route: 'POST /api/staff/settings',
    guard: readers,
    summary: 'Every company setting: its value, where it comes from and who chose it.',
    body: nothing,
    response: z.object({
      settings: z.array(setting),
      /** Every currency that could be offered. */
      currencies: z.array(z.string()),
      /** The addresses of `brand.widgets`, in its order. */
      widget_links: z.array(z.string()),
    }),
  },
  'settings.list_file': {
    route: 'GET /api/staff/settings/file',
    guard: readers,
    summary: 'The settings as CSV. Logged.',
    ...fileOfList,
  },
  'settings.history': {
    route: 'POST /api/staff/settings/history',
    guard: readers,
    summary: 'Versions of one setting, newest first, 50 at a time.',
    body: z.strictObject({ key, before: z.coerce.number().int().min(1).optional() }),
    response: z.object({ versions: z.array(settingVersion), more: z.boolean() }),
  },
  'settings.history_file': {
    route: 'GET /api/staff/settings/history/file',
    guard: readers,
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    query: z.strictObject({ key }),
    ...fileOfList,
  },
  'settings.save': {
    route: 'POST /api/staff/settings/save',
    guard: ['admin'],
    summary: 'Change one company setting that doesn’t protect money. The former value can be restored.',
    body: z.strictObject({
      key: z.enum(openKeys, 'validation.choice'),
      value,
      /** Of the value that was changed here. */
      version: z.coerce.number().int().min(0),
      reason: settingReason,
    }),
    response: z.object({ version: z.number().int() }),
    refusals: [
      'settings.given',
      'settings.picture',
      'settings.currency',
      'settings.base_currency',
      'settings.currency_unrated',
      'settings.changed',
      'settings.same',
    ],
    rateLimit: { hits: 120, windowS: 3600, by: 'person' },
  },
  'settings.store_email_password': {
    route: 'POST /api/staff/settings/email/password',
    guard: ['admin'],
    summary: 'Store a password for `email.server`, encrypted. It belongs to one host and is never shown again.',
    body: z.strictObject(newEmailPassword.shape),
    response: newEmailPassword.response,
    rateLimit: { hits: 60, windowS: 3600, by: 'person' },
  },
  'settings.test_email': {
    route: 'POST /api/staff/settings/email/test',
    guard: ['admin'],
    summary: 'Send the caller a test email through a server that isn’t saved yet.',
    body: z.strictObject({ server: emailServer }),
    response: done,
    refusals: ['settings.given', 'settings.email_password', 'settings.email_failed'],
    rateLimit: { hits: 20, windowS: 3600, by: 'person' },
  },
  'settings.add_picture': {
    route: 'POST /api/staff/settings/picture',
    guard: ['admin'],
    summary: 'A picture of the brand: PNG, JPEG or WebP as base64. It’s redrawn as a PNG, for use as a logo.',
    body: z.strictObject({ picture: newPicture.shape }),
    response: newPicture.response,
    refusals: newPicture.refusals,
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
    bodyLimit: newPicture.bodyLimit,
  },
  'settings.add_font': {
    route: 'POST /api/staff/settings/font',
    guard: ['admin'],
    summary: 'A font of the brand: WOFF2 as base64, up to 1 MB, whose licence allows embedding.',
    body: z.strictObject({ font: z.base64('validation.type').max(fontLength) }),
    response: z.object({ id: uuid, family: z.string() }),
    refusals: ['files.empty', 'settings.font_type', 'files.unreadable', 'settings.font_licence'],
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
    bodyLimit: fontLength + 1024,
  },
  'settings.brand_file': {
    route: 'GET /api/brand/:file',
    guard: 'anyone',
    beforeOpening: 'also',
    summary:
      'A picture of the brand, `<id>.png`, a font, `<id>.woff2`, or the style sheet of its fonts, `<id>_<id>.css`.',
    params: z.strictObject({
      file: z.string().regex(/^[0-9a-f-]{36}(?:\.png|\.woff2|(?:_[0-9a-f-]{36})?\.css)$/, 'validation.identifier'),
    }),
    response: fileContent,
    refusals: ['http.not_found'],
  },
} as const satisfies Endpoints;
