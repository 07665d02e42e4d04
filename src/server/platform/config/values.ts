import { z } from 'zod';

/** `1` and `0`; empty is off. */
export const onOff = z.enum(['0', '1', 'false', 'true', '']).transform((value) => value === '1' || value === 'true');

/** An empty setting is none. */
export const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** Several values with commas between them, each of that shape. */
export const listOf = (shape: RegExp) =>
  z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(z.string().regex(shape)).min(1));

/** A setting that is written as JSON; empty is what the schema makes of nothing. */
export const json = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .default('')
    .transform((text, context): unknown => {
      if (text === '') return undefined;
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** A whole number of at least one. */
export const whole = (usual: number, max: number) => z.coerce.number().int().min(1).max(max).default(usual);
