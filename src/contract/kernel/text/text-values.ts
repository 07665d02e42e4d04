import { numbersFor, type Reader } from './number-format.ts';

/** The name by which a text takes a number as it is written; by the bare name it chooses the plural. */
export const writtenName = (name: string): string => `${name}#`;

/** The values of a text, with each number also as the reader has it written: `1236` and `1,236`. */
export function textValues<Value>(
  reader: Reader,
  values: Readonly<Record<string, Value>>,
): Record<string, Value | string> {
  const { number } = numbersFor(reader);
  const isNumber = (value: unknown): value is string | number =>
    typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value));
  const written = Object.entries(values).flatMap(([name, value]): [string, string][] =>
    isNumber(value) ? [[writtenName(name), number(value)]] : [],
  );
  return { ...Object.fromEntries(written), ...values };
}
