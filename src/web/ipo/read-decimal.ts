/** A typed number: a decimal with a point, or two possible numbers, each in an unambiguous form. */
export type TypedDecimal = { decimal: string } | { whole: string; fraction: string };

/** `10,000` or `10.000`: ten thousand to one reader and ten to another. */
const twofold = /^([1-9]\d{0,2})[.,](\d{3})$/;

/** Two or more groups of three, or one followed by a decimal mark of the other kind: these are unambiguous. */
const grouped = /^[1-9]\d{0,2}(?:(,\d{3})+(?=\.|$)|(\.\d{3})+(?=,|$))/;

const latin = (text: string) =>
  text
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('٫', '.')
    .replaceAll(/[\s٬'’\u00a0\u202f]/g, '');

/**
 * Reads a number as people type it: with a comma or a point, with groups of three, in Latin or Arabic digits. What could
 * be read in two ways is not guessed, since an amount would be a thousand times too large or too small. What is no number
 * stays as it is.
 */
export function readDecimal(text: string): TypedDecimal {
  const typed = latin(text);
  const [, thousands, rest] = twofold.exec(typed) ?? [];
  if (thousands !== undefined && rest !== undefined) {
    const digits = rest.replace(/0+$/, '') || '0';
    return { whole: thousands + rest, fraction: `${thousands}.${digits.length === 3 ? `${digits}0` : digits}` };
  }
  return { decimal: typed.replace(grouped, (groups) => groups.replaceAll(/[.,]/g, '')).replace(',', '.') };
}
