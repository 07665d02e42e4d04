import { currencyNamesIn } from '#contract/kernel/currency-names.ts';
import { intlTagOf, type Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Currencies in which an account can be opened, in the order of their names in a language. */
export async function listCurrencies(app: App, language: Language): Promise<Record<string, string>> {
  const nameOf = currencyNamesIn(intlTagOf(language));
  const rows = await app.db.rows<{ code: string }>(sql`select code from currency where open_for_trading`);
  const named = rows.map(({ code }) => [code, nameOf(code)] as const);
  const { compare } = new Intl.Collator(intlTagOf(language));
  return Object.fromEntries(named.toSorted(([, a], [, b]) => compare(a, b)));
}
