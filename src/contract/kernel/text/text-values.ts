import { numbersFor, type Reader } from './number-format.ts';

/** The name by which a text takes a number as it is written; by the bare name it chooses the plural. */
export const writtenName = (name: string): string => `${name}#`;

/**
 * The values of a text, each also as the reader has it written: `1236` and `1,236`. A decimal keeps its digits; what is no
 * number stays as it came.
 */
export function textValues<Value>(
  reader: Reader,
  values: Readonly<Record<string, Value>>,
): Record<string, Value | string> {
  const { number, price } = numbersFor(reader);
  const write = (value: Value): Value | string => {
    if (typeof value === 'number') return number(value);
    return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? price(value) : value;
  };
  const written = Object.entries(values).map(([name, value]) => [writtenName(name), write(value)] as const);
  return { ...Object.fromEntries(written), ...values };
}
