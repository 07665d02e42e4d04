import anyAscii from 'any-ascii';

/** The only letters and signs that banks take everywhere (EPC217-08). */
const foreign = /[^a-zA-Z0-9/\-?:().,'+ ]/g;

/**
 * A text as banks take it: other letters by those that sound alike, never left out, so that a name stays the client's.
 * No slash begins or ends it and none is double, because slashes part fields there.
 */
export function bankText(text: string, maxLength: number): string {
  const plain = anyAscii(text.normalize('NFC').replaceAll('&', '+').replaceAll('_', '-'))
    .replaceAll(foreign, '.')
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength);
  return plain.replaceAll(/^\/+|\/+$/g, '').trim();
}

/** Of names and numbers only letters and digits count, as banks write them. */
export const asBanksWrite = (text: string): string =>
  bankText(text, 140)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');

const words = (name: string): string => bankText(name, 140).split(' ').map(asBanksWrite).toSorted().join(' ');

/** Whether two names are the same, whichever part comes first. */
export const isSameName = (one: string, other: string): boolean =>
  asBanksWrite(one) === asBanksWrite(other) || words(one) === words(other);
