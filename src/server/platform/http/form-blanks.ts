import { z } from 'zod';

/**
 * A form sends all of its fields: an empty one counts as not given, unless empty means something there. Returns the
 * body without such fields.
 */
export function withoutBlanks(schema: unknown, body: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof body !== 'object' || body === null) return body;
  const shape = schema.shape as Record<string, z.ZodType | undefined>;
  const isBlank = ([name, value]: [string, unknown]) => {
    const field = shape[name];
    const mayBeAbsent = field instanceof z.ZodOptional || field instanceof z.ZodDefault;
    return value === '' && mayBeAbsent && !field.safeParse('').success;
  };
  return Object.fromEntries(Object.entries(body).filter((entry) => !isBlank(entry)));
}
