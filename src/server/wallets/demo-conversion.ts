import { defaultLanguage } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { convertAsQuoted } from './conversion/convert.ts';
import { openWallet } from './open-wallet.ts';
import { quoteConversion } from './conversion/quote-rate.ts';

/** Opens a wallet in a currency for a person of the demo, and converts money of the main wallet into it. */
export async function seedConversion(app: App, clientId: string, currency: string, amount: string): Promise<void> {
  const me = { id: clientId };
  const { id: main } = await app.db.one<{ id: string }>(
    sql`select id from wallet where client_id = ${clientId} and kind = 'main'`,
  );
  const { id: other } = await openWallet(app, me, defaultLanguage, { currency_id: currency });
  const quote = await quoteConversion(app, me, { from_wallet_id: main, to_wallet_id: other, amount });
  await convertAsQuoted(app, me, quote.id, newId());
}
