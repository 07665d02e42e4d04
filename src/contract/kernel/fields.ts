import { z } from 'zod';
import { isBlank } from './blank.ts';
import { languages, type TextByLanguage } from './languages.ts';
import { knownCurrencies } from './money.ts';
import type { Sorts } from './reads/sorts.ts';
import { passwordLength } from '#contract/auth/password.ts';

/**
 * The pieces that endpoint schemas are made of. A form-encoded body carries only strings, hence the coercions.
 * The message of a rule is the stable code of its refusal (`validation.name`), never a text.
 */

export const flag = z
  .union([z.boolean(), z.enum(['1', 'true', 'on', 'yes', '0', 'false', 'off', 'no', ''])])
  .transform((value) => value === true || value === '1' || value === 'true' || value === 'on' || value === 'yes');

/**
 * A whole number, or its plain decimal digits as a form sends them. Other values that could be read as one are refused:
 * `true`, `[100]`, `"1e2"`.
 */
export const wholeNumber = (min: number, max: number, error?: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,15}$/)
          .transform(Number),
      ],
      error ?? 'validation.number',
    )
    .pipe(
      z
        .int({ error: ({ code }) => error ?? (code === 'invalid_type' ? 'validation.number' : undefined) })
        .min(min, error)
        .max(max, error),
    );

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'validation.required')
  .max(254)
  .pipe(z.email('validation.email'));

/**
 * A person's name as written in any script: alphabetic characters and marks, with spaces, apostrophes, hyphens and full
 * stops between them. Digits, brackets, quotes and control characters are no part of a name.
 */
export const personName = z
  .string()
  .trim()
  .min(1, 'validation.required')
  .max(60)
  .regex(/^\p{L}[\p{L}\p{M}]*(?:(?:[ '’.-]|\. |\.-)[\p{L}\p{M}]+)*\.?$/u, 'validation.name');

/** Sign-in accepts whatever was once accepted. */
export const existingPassword = z.string().min(1, 'validation.required').max(passwordLength.max);

/** The module checks the requirements of `password.ts` and lists all that are unmet at once. */
export const newPassword = existingPassword.describe(
  `At least ${passwordLength.min} characters, five of them different.`,
);

/**
 * Text of several lines, not yet measured. A form sends line ends as CR LF, which would count double. Other control
 * characters do not belong in a text, and the database refuses one of them. Direction marks could change how another
 * person's screen shows the text around them. Text that is invisible counts as empty.
 */
export const writtenText = z.string().transform((value) =>
  isBlank(value)
    ? ''
    : value
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '')
        .trim(),
);

/** The same in one line. */
export const writtenLine = writtenText.transform((value) => value.replace(/\s+/g, ' '));

/** A phone number as people write it. The server checks that its country has such numbers, and stores E.164. */
export const phone = z
  .string()
  .trim()
  .max(40, 'validation.phone')
  .regex(/^(?:\+?[0-9(][0-9\s()./-]*)?$/, 'validation.phone');

/** ISO 3166-1 alpha-2. Whether the operator serves the country is a rule of registration, not of the shape. */
export const country = z
  .string()
  .trim()
  .toUpperCase()
  .min(1, 'validation.required')
  .regex(/^[A-Z]{2}$/, 'validation.choice');

/** A currency of the product. The module checks whether the operator offers it. */
export const currencyCode = z.enum(knownCurrencies, 'settings.currency');

export const language = z.enum(languages, 'validation.choice');

/** A text of the operator's in some of the languages; an empty one counts as none. */
export const textByLanguage = (text: z.ZodType<string>) =>
  z
    .partialRecord(language, text, 'validation.type')
    .transform((all): TextByLanguage => Object.fromEntries(Object.entries(all).filter(([, each]) => each !== '')));

export const uuid = z.uuid('validation.identifier');

/**
 * Identifies one request that a caller may send several times. In the body, or as the header `Idempotency-Key`; an
 * endpoint with `idempotent` requires one of them.
 */
export const requestId = uuid.optional();

/** A one-time or session token: 32 random bytes in base64url. */
export const secretToken = z.string().trim().min(1, 'validation.required').max(128);

/** A decimal string such as `"1236.00"`. */
export const decimal = z.string().regex(/^-?\d{1,20}(\.\d{1,18})?$/, 'validation.number');

/** A day of the calendar that the product may have something about, as `2026-03-02`. */
export const day = z.iso
  .date({
    error: ({ input }) => (input === '' ? 'validation.required' : 'validation.type'),
    abort: true,
  })
  .refine((on) => on >= '1900-01-01', 'validation.type');

type Days = { from?: string | undefined; to?: string | undefined };

/** For `refine`: the last day of a period does not lie before its first. */
export const daysInOrder: [({ from, to }: Days) => boolean, { path: string[]; error: string }] = [
  ({ from, to }) => !from || !to || from <= to,
  { path: ['to'], error: 'validation.day_order' },
];

/** How a list is sorted; without it by the first. */
export const sortField = <Sort extends string>(sorts: Sorts<Sort>) => z.enum(sorts, 'validation.choice').optional();

/** The cursor of such a list: value and id of its last row. */
export const sortedCursor = z.string().max(400);

/** An instant in ISO 8601, UTC. */
export const instant = z.iso.datetime();

/** For `refine`: a span of instants, the last one excluded, does not end before it begins. */
export const instantsInOrder: typeof daysInOrder = [
  ({ from, to }) => !from || !to || Date.parse(from) < Date.parse(to),
  { path: ['to'], error: 'validation.day_order' },
];

export const nothing = z.strictObject({});
export const done = z.object({ status: z.literal('ok') });

/** A response that is a file: its type and its name are in the headers. */
export const fileContent = z.string().meta({ format: 'binary' });

/** Of the export of a list: its response, and how often a person may download it. */
export const fileOfList = { response: fileContent, rateLimit: { hits: 20, windowS: 600, by: 'person' } } as const;
