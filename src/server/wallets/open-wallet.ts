import type { Language } from '#contract/kernel/languages.ts';
import type { Wallet } from '#contract/wallets/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { insertWallet } from './insert-wallet.ts';
import { readWallets } from './wallets.ts';

/**
 * Opens a wallet in a currency that is offered and in which the client has none.
 * @throws Refusal on `currency_id`: `wallets.currency`, `wallets.currency_taken`
 */
export async function openWallet(
  app: App,
  me: Pick<Person, 'id'>,
  language: Language,
  { currency_id: currency }: { currency_id: string },
): Promise<Wallet> {
  const id = await app.db.tx(async (tx) => {
    const offered = await tx.maybeOne(sql`select from currency where code = ${currency} and open_for_wallets`);
    if (!offered) throw refuseField('currency_id', 'wallets.currency');
    const opened = await insertWallet(tx, app, { clientId: me.id, kind: 'currency', currency });
    // Also when another call opened it a moment ago: the constraint made this one wait for that.
    if (opened === undefined) throw refuseField('currency_id', 'wallets.currency_taken');
    return opened;
  });
  const [wallet] = await readWallets(app, language, sql`w.id = ${id}`);
  if (!wallet) throw new Error(`wallet ${id} was opened and is not there`);
  return wallet;
}

/** Currencies that are offered and in which the client has no wallet yet. */
export async function listWalletCurrencies(app: App, me: Person): Promise<string[]> {
  const rows = await app.db.rows<{ code: string }>(sql`
    select code from currency c
    where open_for_wallets and not exists (select from wallet w where w.client_id = ${me.id} and w.currency = c.code)
    order by code`);
  return rows.map(({ code }) => code);
}
