/** Of those that ISO 4217 does not have; they are called so everywhere. */
const unlisted: Readonly<Record<string, string>> = { BTC: 'Bitcoin', ETH: 'Ether', USDT: 'Tether' };

/** What currencies are called in a language: `Intl` names those of ISO 4217, and throws at a code that cannot be one. */
export function currencyNamesIn(languageTag: string): (code: string) => string {
  const names = new Intl.DisplayNames(languageTag, { type: 'currency' });
  return (code) => unlisted[code] ?? names.of(code) ?? code;
}
