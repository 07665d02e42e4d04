import { z } from 'zod';
import type { Endpoints, Role } from './endpoint.ts';
import { done, fileContent, fileOfList, instant, nothing, uuid } from './fields.ts';
import { settingReason } from './settings-protected.ts';
import { mailServer } from './settings-values/email.ts';
import { houseKeys, logoLimits, openKeys, settingSources } from './settings-names.ts';

/** Who may see how the house is set. */
const readers: readonly Role[] = ['compliance', 'admin'];

const key = z.enum(houseKeys, 'validation.choice');

/** Any value of the catalogue; its own shape is checked by its key. */
const value = z.unknown();

const setting = z.object({
  key,
  value,
  source: z.enum(settingSources),
  /** Which version holds; 0 where nobody has chosen yet. */
  version: z.number().int(),
  changed_at: instant.nullable(),
  /** Null while the house was being set up. */
  changed_by: z.string().nullable(),
});
export type Setting = z.output<typeof setting>;

const settingVersion = z.object({
  version: z.number().int(),
  was: value,
  value,
  by: z.string().nullable(),
  /** The other administrator, where two were needed. */
  confirmed_by: z.string().nullable(),
  reason: z.string(),
  at: instant,
});
export type SettingVersion = z.output<typeof settingVersion>;

const pictureLength = Math.ceil(logoLimits.bytes / 3) * 4;

/** How a picture of the brand is taken, PNG, JPEG or WebP, as base64. */
export const newPicture = {
  shape: z.base64('validation.type').max(pictureLength),
  answer: z.object({ id: uuid, address: z.string(), width: z.number().int(), height: z.number().int() }),
  refusals: ['files.empty', 'files.type', 'files.unreadable', 'files.pixels', 'files.animated'],
  bodyLimit: pictureLength + 1024,
} as const;

/** How the password of a mail server is taken. */
export const newMailPassword = {
  shape: {
    host: mailServer.shape.host,
    password: z.string().min(1, 'validation.required').max(500),
  },
  answer: z.object({ id: uuid }),
} as const;

export const houseEndpoints = {
  'house.settings': {
    route: 'POST /api/staff/settings',
    guard: readers,
    summary: 'Every setting of the house with what holds now, where that comes from and who chose it.',
    body: nothing,
    answer: z.object({
      settings: z.array(setting),
      /** Every currency that could be offered. */
      currencies: z.array(z.string()),
    }),
  },
  'house.settings_file': {
    route: 'GET /api/staff/settings/file',
    guard: readers,
    summary: 'The settings as CSV. It is written down.',
    ...fileOfList,
  },
  'house.history': {
    route: 'POST /api/staff/settings/history',
    guard: readers,
    summary: 'Versions of one setting, the latest first, 50 at a time.',
    body: z.strictObject({ key, before: z.coerce.number().int().min(1).optional() }),
    answer: z.object({ versions: z.array(settingVersion), more: z.boolean() }),
  },
  'house.history_file': {
    route: 'GET /api/staff/settings/history/file',
    guard: readers,
    summary: 'The same as CSV, 10,000 rows at most. It is written down.',
    query: z.strictObject({ key }),
    ...fileOfList,
  },
  'house.save_setting': {
    route: 'POST /api/staff/settings/save',
    guard: ['admin'],
    summary:
      'Change one setting of the house from now on, other than those that protect money. What it was stays in its history, and can be set again.',
    body: z.strictObject({
      key: z.enum(openKeys, 'validation.choice'),
      value,
      /** Of the value that was changed here. */
      version: z.coerce.number().int().min(0),
      reason: settingReason,
    }),
    answer: z.object({ version: z.number().int() }),
    refusals: ['house.given', 'house.picture', 'house.currency', 'house.base_currency', 'house.changed', 'house.same'],
    rateLimit: { hits: 120, windowS: 3600, by: 'person' },
  },
  'house.keep_mail_password': {
    route: 'POST /api/staff/settings/mail/password',
    guard: ['admin'],
    summary: 'Keep a password sealed, for `mail.server` to name. It is of one host, and never told again.',
    body: z.strictObject(newMailPassword.shape),
    answer: newMailPassword.answer,
    rateLimit: { hits: 60, windowS: 3600, by: 'person' },
  },
  'house.test_mail': {
    route: 'POST /api/staff/settings/mail/test',
    guard: ['admin'],
    summary: 'Send the asker a mail at once by a mail server that is not kept yet, to see whether it arrives.',
    body: z.strictObject({ server: mailServer }),
    answer: done,
    refusals: ['house.given', 'house.mail_password', 'house.mail_failed'],
    rateLimit: { hits: 20, windowS: 3600, by: 'person' },
  },
  'house.add_picture': {
    route: 'POST /api/staff/settings/picture',
    guard: ['admin'],
    summary:
      'A picture of the brand, PNG, JPEG or WebP, as base64. It is drawn anew as a PNG, smaller where it was large, and can then be a logo.',
    body: z.strictObject({ picture: newPicture.shape }),
    answer: newPicture.answer,
    refusals: newPicture.refusals,
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
    bodyLimit: newPicture.bodyLimit,
  },
  'house.picture': {
    route: 'GET /api/brand/:file',
    guard: 'anyone',
    beforeOpening: 'also',
    summary: 'A picture of the brand, `<id>.png`. It never changes.',
    params: z.strictObject({ file: z.string().regex(/^[0-9a-f-]{36}\.png$/, 'validation.identifier') }),
    answer: fileContent,
    refusals: ['http.not_found'],
  },
} as const satisfies Endpoints;
