import { intlTagOf, type Language } from '../languages.ts';

export type WriteDate = (at: Date | number) => string;

/** A space, unless it comes after a comma: there a line may end, between a date and its time. */
const inner = /(?<![,،]) /g;

/** What `Intl` writes of an instant, and what typography asks for beyond that: no line ends inside a date or a time, and French has `1er`. */
export function dateFormat(language: Language, options: Intl.DateTimeFormatOptions): WriteDate {
  const format = new Intl.DateTimeFormat(intlTagOf(language), options);
  const write: WriteDate = (at) => format.format(at).replaceAll(inner, '\u00a0');
  return language === 'fr' ? (at) => write(at).replace(/(?<!\d)1(?=\u00a0\p{L})/u, '1er') : write;
}
