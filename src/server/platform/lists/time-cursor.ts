import { isId } from '../id.ts';
import { refuseField } from '../refusal.ts';

/** The place of a row in a list by time: its instant to the millisecond, or `infinity`, and its id where that is the same. */
export const timeCursor = (at: string, id: string): string => `${at} ${id}`;

/**
 * @param isKnown whether `id` has the form of the list's ids
 * @throws Refusal on `cursor` when it is none of ours
 */
export function readTimeCursor(cursor: string, isKnown: (id: string) => boolean = isId): { at: string; id: string } {
  const [at = '', id = '', ...more] = cursor.split(' ');
  const isInstant = at === 'infinity' || isoOf(at) === at;
  if (!isInstant || !isKnown(id) || more.length > 0) throw refuseField('cursor', 'validation.identifier');
  return { at, id };
}

function isoOf(text: string): string | undefined {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
