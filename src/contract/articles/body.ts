import { z } from 'zod';
import { articleLimits } from './names.ts';
import { safeAddress } from './links.ts';
import { uuid } from '#contract/kernel/fields.ts';

/**
 * What an article consists of: blocks one under another, of few kinds, and in them pieces of text with few marks. It is
 * never markup: no piece of it is ever read as HTML, so what is not named here cannot be written at all.
 */

/** Control characters but line ends, and those that turn the direction of a line around, which would lie about it. */
const unwritable = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u;
/** A value in a right-to-left text of the product, whose isolates change the order of nothing outside them. */
const isolated = /\u2068([^\u2066-\u2069]*)\u2069/gu;

const plain = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !unwritable.test(text.replaceAll(isolated, '$1')), 'validation.type');

const span = z.strictObject({
  text: plain(20_000),
  strong: z.literal(true).optional(),
  em: z.literal(true).optional(),
  /** Of a link: a path of the product, or an address with one of few schemes. */
  href: z
    .string()
    .refine((address) => safeAddress(address) !== undefined, 'validation.link')
    .optional(),
});
const text = z.array(span).max(500);

export const articleBlock = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('paragraph'), text }),
  z.strictObject({ kind: z.literal('heading'), level: z.union([z.literal(2), z.literal(3)]), text }),
  z.strictObject({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(text).min(1).max(200) }),
  z.strictObject({ kind: z.literal('quote'), paragraphs: z.array(text).min(1).max(50) }),
  z.strictObject({
    kind: z.literal('table'),
    /** Whether the first row names the columns. */
    header: z.boolean(),
    /** All as long as the first. */
    rows: z
      .array(z.array(text).min(1).max(12))
      .min(1)
      .max(100)
      .refine(([first, ...rest]) => rest.every((row) => row.length === first?.length), 'validation.type'),
  }),
  /** `alt` describes the picture to a reader who cannot see it. */
  z.strictObject({
    kind: z.literal('picture'),
    file: uuid,
    alt: plain(articleLimits.alt).refine((message) => message.trim() !== '', 'validation.required'),
    caption: plain(articleLimits.caption).optional(),
  }),
  z.strictObject({ kind: z.literal('rule') }),
]);

export const articleBody = z.array(articleBlock).max(400);

export type ArticleSpan = z.output<typeof span>;
export type ArticleBlock = z.output<typeof articleBlock>;
