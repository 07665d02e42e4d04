/** Digits as people type them: Latin, Arabic, Persian and full width. In each set the low four bits are the value. */
const digit = /[0-9٠-٩۰-۹０-９]/g;
/** Groups of digits with at most one space, dot or dash between them; not the rest of an IBAN, which is no secret. */
const digitRun = new RegExp(`(?<![A-Z]{2})${digit.source}(?:[ \\u00a0\\u202f.‐‑–-]?${digit.source})*`, 'g');

const cardLengths = [13, 14, 15, 16, 17, 18, 19];
const shownDigits = 4;

/**
 * Hides all but the last four digits of every payment card number: 13 to 19 digits with a right check digit, in one
 * piece or in groups. The text keeps its length. About one in ten other numbers of this length is hidden too; that is
 * cheaper than one stored card.
 */
export function maskCardNumbers(text: string): string {
  return text.replace(digitRun, maskRun);
}

interface Digit {
  at: number;
  value: number;
}

/** A date or an amount may touch the card, so every stretch of whole groups is tried, and each match is hidden. */
function maskRun(run: string): string {
  const digits = Array.from(run.matchAll(digit), ({ 0: sign, index: at }) => ({ at, value: sign.charCodeAt(0) & 15 }));
  const hidden = new Set<number>();
  for (const [first] of digits.entries()) {
    for (const length of cardLengths) {
      const stretch = digits.slice(first, first + length);
      if (stretch.length < length) break;
      const whole = !touch(digits[first - 1], stretch[0]) && !touch(stretch.at(-1), digits[first + length]);
      if (whole && passesLuhn(stretch)) for (const { at } of stretch.slice(0, -shownDigits)) hidden.add(at);
    }
  }
  return run.replace(digit, (sign, at: number) => (hidden.has(at) ? '•' : sign));
}

const touch = (left: Digit | undefined, right: Digit | undefined) => left && right && left.at + 1 === right.at;

/** Whether the check digit is right (ISO/IEC 7812-1, annex B). */
function passesLuhn(digits: readonly Digit[]): boolean {
  const sum = digits.toReversed().reduce((total, { value }, index) => {
    const doubled = value * 2;
    return total + (index % 2 === 0 ? value : doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
