/** Which way a signed decimal string points; `"-0.00"` is flat. */
export function trendOf(decimal: string): 'up' | 'down' | 'flat' {
  if (!/[1-9]/.test(decimal)) return 'flat';
  return decimal.startsWith('-') ? 'down' : 'up';
}
