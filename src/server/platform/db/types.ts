import pg from 'pg';

const { builtins } = pg.types;
const asText = (text: string): string => text;
const arrayOf =
  <T>(parse: (text: string) => T) =>
  (text: string): (T | null)[] =>
    parseTextArray(text).map((item) => (item === null ? null : parse(item)));

/** PostgreSQL numbers its array types apart from their elements, and the driver's list of names leaves them out. */
const BIGINT_ARRAY = 1016;
const NUMERIC_ARRAY = 1231;
const DATE_ARRAY = 1182;
const TEXT_ARRAY: number = 1009;

const parseTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY, 'text');

/**
 * What the driver's own choice would spoil: amounts and counters must not pass through a float, and a calendar day
 * must not become an instant in the server's time zone.
 */
const ours = new Map<number, (text: string) => unknown>([
  [builtins.INT8, BigInt],
  [builtins.NUMERIC, asText],
  [builtins.DATE, asText],
  [BIGINT_ARRAY, arrayOf(BigInt)],
  [NUMERIC_ARRAY, arrayOf(asText)],
  [DATE_ARRAY, arrayOf(asText)],
]);

/** How column values arrive: int8 → bigint, numeric → string, date → 'YYYY-MM-DD', timestamptz → Date, and arrays alike. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && ours.get(oid)) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};
