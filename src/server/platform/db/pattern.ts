/** A pattern for `ilike` that finds a text anywhere. Special characters of patterns are escaped. */
export function patternOf(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
