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

const smallKana = 'ｧｨｩｪｫｬｭｮｯ';
const wholeKana = 'ｱｲｳｴｵﾔﾕﾖﾂ';

/** A name as the clearing of Japanese banks writes it: it has no small kana, and a hyphen for a long vowel. */
export const zenginText = (kana: string): string =>
  kana.replaceAll(/[ｧ-ｯ]/g, (sign) => wholeKana[smallKana.indexOf(sign)] ?? sign).replaceAll('ｰ', '-');

/** Of names and numbers only letters and digits count, as banks write them. */
export const asBanksWrite = (text: string): string =>
  bankText(text, 140)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');

const wordsOf = (name: string): string[] =>
  bankText(name, 140).split(/[ .-]/).map(asBanksWrite).filter(Boolean).toSorted();

/** Whether two names are the same, whichever part comes first. */
export const isSameName = (one: string, other: string): boolean =>
  asBanksWrite(one) === asBanksWrite(other) || wordsOf(one).join(' ') === wordsOf(other).join(' ');

/**
 * Whether a card bears the name of a person: one of the two names in full, and a word of the other one, or its initial. Further
 * words, such as a title or a middle name, may stand beside them.
 */
export function isNameOnCard(written: string, names: readonly [string, string]): boolean {
  const words = wordsOf(written);
  const bears = (whole: string, other: string) => {
    const [wanted, others] = [wordsOf(whole), wordsOf(other)];
    const rest = new Set(words.filter((word) => !wanted.includes(word)));
    const hasWhole = wanted.length > 0 && wanted.every((word) => words.includes(word));
    return hasWhole && (others.length === 0 || others.some((word) => rest.has(word) || rest.has(word.slice(0, 1))));
  };
  const [first, second] = names;
  return asBanksWrite(written) === asBanksWrite(names.join('')) || bears(first, second) || bears(second, first);
}
