import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { fileOfList, flag, instant, language, wholeNumber, writtenLine, writtenText } from '#contract/kernel/fields.ts';
import { languages } from '#contract/kernel/languages.ts';
import { reasonPurposes } from './names.ts';

/** The code of a reason; whether it may be given now is decided by the catalogue. */
export const reasonCode = z
  .string()
  .min(1, { error: 'validation.required', abort: true })
  .regex(/^[a-z][a-z0-9_]{1,39}$/, 'reasons.code');

/** A reason as a person reads it: what it is, and what resolves it, which may be nothing. */
export const formattedReason = z.object({ code: z.string(), explanation: z.string(), advice: z.string() });
export type FormattedReason = z.output<typeof formattedReason>;

const purpose = z.enum(reasonPurposes, 'validation.choice');
const which = { purpose, code: reasonCode };

const reasonTextsSql = z.object({ language, title: z.string(), fix: z.string() });
const texts = z
  .array(
    z.strictObject({
      language,
      title: writtenLine.pipe(z.string().min(1, 'validation.required').max(200)),
      fix: writtenText.pipe(z.string().max(300)).default(''),
    }),
  )
  .max(languages.length)
  .refine((all) => new Set(all.map((each) => each.language)).size === all.length, 'validation.choice');

const catalogued = formattedReason.extend({
  /** The broker’s own; the product translates its own into every language. */
  own: z.boolean(),
  active: z.boolean(),
  /** Of its text; 0 for the product’s. */
  version: z.number().int(),
  /** What the broker has written, and the languages that are still missing. */
  texts: z.array(reasonTextsSql),
  missing: z.array(language),
});
export type CataloguedReason = z.output<typeof catalogued>;

const catalogue = z.object({
  /** Used for a language that is missing; English where it is missing as well. */
  default_language: language,
  purposes: z.array(z.object({ purpose, reasons: z.array(catalogued) })),
});
export type ReasonCatalogue = z.output<typeof catalogue>;

export const reasonsEndpoints = {
  'reasons.list': {
    route: 'POST /api/staff/reasons',
    guard: 'staff',
    summary: 'Every reason that staff can give, by purpose and in order, including retired ones.',
    body: z.strictObject({}),
    response: catalogue,
  },
  'reasons.file': {
    route: 'GET /api/staff/reasons/file',
    guard: 'staff',
    summary: 'The same as CSV, in the caller’s language. Logged.',
    ...fileOfList,
  },
  'reasons.choices': {
    route: 'POST /api/staff/reasons/choices',
    guard: 'staff',
    summary:
      'The reasons that can be given for a purpose now, as the recipient would see them, in the caller’s language.',
    body: z.strictObject({ purpose }),
    response: z.array(formattedReason),
  },
  'reasons.history': {
    route: 'POST /api/staff/reasons/history',
    guard: 'staff',
    summary: 'Every text of one of the broker’s reasons, newest first. Existing records keep the text they had.',
    body: z.strictObject(which),
    response: z.array(
      z.object({ version: z.number().int(), by: z.string(), at: instant, texts: z.array(reasonTextsSql) }),
    ),
    refusals: ['http.not_found'],
  },
  'reasons.add': {
    route: 'POST /api/staff/reasons/add',
    guard: ['admin'],
    summary: 'Add a broker-defined reason at the end of its purpose.',
    body: z.strictObject({ ...which, texts }),
    response: catalogue,
    refusals: ['reasons.text_missing', 'reasons.code_taken', 'reasons.full'],
  },
  'reasons.write': {
    route: 'POST /api/staff/reasons/write',
    guard: ['admin'],
    summary: 'Change the text of a broker-defined reason. The version that the writer has seen must be given.',
    body: z.strictObject({ ...which, texts, version: wholeNumber(1, 1_000_000) }),
    response: catalogue,
    refusals: ['reasons.text_missing', 'http.not_found', 'reasons.built_in', 'reasons.changed'],
  },
  'reasons.set_active': {
    route: 'POST /api/staff/reasons/active',
    guard: ['admin'],
    summary: 'Retire a reason, so it can’t be chosen for new decisions, or reactivate it. Earlier decisions keep it.',
    body: z.strictObject({ ...which, active: flag }),
    response: catalogue,
    refusals: ['http.not_found', 'reasons.last'],
  },
  'reasons.order': {
    route: 'POST /api/staff/reasons/order',
    guard: ['admin'],
    summary: 'Reorder the reasons of a purpose. All of them must be named.',
    body: z.strictObject({ purpose, codes: z.array(reasonCode).max(100) }),
    response: catalogue,
    refusals: ['reasons.changed'],
  },
} as const satisfies Endpoints;
