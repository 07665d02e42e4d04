import type { z } from 'zod';
import type { OutgoingAnswer } from './guarded-fetch.ts';

/** The body of an answer in the documented form; undefined for anything else, such as the page of a proxy. */
export function readJson<Shape extends z.ZodType>(
  answer: Extract<OutgoingAnswer, { failure: null }>,
  shape: Shape,
): z.output<Shape> | undefined {
  try {
    return shape.safeParse(JSON.parse(answer.body.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
