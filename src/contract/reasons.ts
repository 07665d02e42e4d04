import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { fileOfList, flag, instant, language, wholeNumber, writtenLine, writtenText } from './fields.ts';
import { languages } from './languages.ts';
import { reasonPurposes } from './reason-names.ts';

/** The code of a reason; whether it may be given now is decided by the catalogue. */
export const reasonCode = z
  .string()
  .min(1, { error: 'validation.required', abort: true })
  .regex(/^[a-z][a-z0-9_]{1,39}$/, 'reasons.code');

/** A reason as it is told: what it is, and what mends it, which may be nothing. */
export const toldReason = z.object({ code: z.string(), explanation: z.string(), advice: z.string() });
export type ToldReason = z.output<typeof toldReason>;

const purpose = z.enum(reasonPurposes, 'validation.choice');
const which = { purpose, code: reasonCode };

const saidText = z.object({ language, title: z.string(), fix: z.string() });
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

const catalogued = toldReason.extend({
  /** The broker’s; the product says others itself, in every language. */
  own: z.boolean(),
  active: z.boolean(),
  /** Of its text; 0 for the product’s. */
  version: z.number().int(),
  /** What the broker has written, and in which languages he has not. */
  texts: z.array(saidText),
  missing: z.array(language),
});
export type CataloguedReason = z.output<typeof catalogued>;

const catalogue = z.object({
  /** Stands in for a language that is missing; English does where it is missing as well. */
  default_language: language,
  purposes: z.array(z.object({ purpose, reasons: z.array(catalogued) })),
});
export type ReasonCatalogue = z.output<typeof catalogue>;

export const reasonsEndpoints = {
  'reasons.list': {
    route: 'POST /api/staff/reasons',
    guard: 'staff',
    summary: 'Every reason that staff may give, by purpose and in its order, with those that are retired.',
    body: z.strictObject({}),
    answer: catalogue,
  },
  'reasons.file': {
    route: 'GET /api/staff/reasons/file',
    guard: 'staff',
    summary: 'The same as CSV, in the asker’s language. It is written down.',
    ...fileOfList,
  },
  'reasons.choices': {
    route: 'POST /api/staff/reasons/choices',
    guard: 'staff',
    summary: 'The reasons that may be given for a purpose now, as their reader would be told in the asker’s language.',
    body: z.strictObject({ purpose }),
    answer: z.array(toldReason),
  },
  'reasons.history': {
    route: 'POST /api/staff/reasons/history',
    guard: 'staff',
    summary: 'Every text that one of the broker’s reasons had, the latest first. Records go on saying what they said.',
    body: z.strictObject(which),
    answer: z.array(z.object({ version: z.number().int(), by: z.string(), at: instant, texts: z.array(saidText) })),
    refusals: ['http.not_found'],
  },
  'reasons.add': {
    route: 'POST /api/staff/reasons/add',
    guard: ['admin'],
    summary: 'Add a reason of the broker’s own, at the end of its purpose.',
    body: z.strictObject({ ...which, texts }),
    answer: catalogue,
    refusals: ['reasons.text_missing', 'reasons.code_taken', 'reasons.full'],
  },
  'reasons.write': {
    route: 'POST /api/staff/reasons/write',
    guard: ['admin'],
    summary: 'Give a reason of the broker’s own another text, by the version that the writer has seen.',
    body: z.strictObject({ ...which, texts, version: wholeNumber(1, 1_000_000) }),
    answer: catalogue,
    refusals: ['reasons.text_missing', 'http.not_found', 'reasons.built_in', 'reasons.changed'],
  },
  'reasons.set_active': {
    route: 'POST /api/staff/reasons/active',
    guard: ['admin'],
    summary: 'Retire a reason, so that nobody gives it anew, or take it up again. Whatever was decided keeps it.',
    body: z.strictObject({ ...which, active: flag }),
    answer: catalogue,
    refusals: ['http.not_found', 'reasons.last'],
  },
  'reasons.order': {
    route: 'POST /api/staff/reasons/order',
    guard: ['admin'],
    summary: 'Put the reasons of a purpose into another order; all of them are named.',
    body: z.strictObject({ purpose, codes: z.array(reasonCode).max(100) }),
    answer: catalogue,
    refusals: ['reasons.changed'],
  },
} as const satisfies Endpoints;
