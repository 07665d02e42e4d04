/** A pattern for `ilike` that finds a text anywhere. Signs that mean something in a pattern are taken as they are. */
export function patternOf(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
