import { convert, toDecimal } from '#contract/kernel/money.ts';
import type { Wallet } from '#contract/wallets/endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';

interface Row {
  id: string;
  kind: WalletKind;
  currency: string;
  available: bigint;
  held: bigint;
  usdRate: string;
}

export const walletNames = { main: 'names.wallet_main', currency: 'names.wallet_currency' };
export type WalletKind = keyof typeof walletNames;

/** Wallets that meet a condition on `w`, the oldest first, named in a language. */
export async function readWallets(app: App, language: Language, condition: Sql): Promise<Wallet[]> {
  const rows = await app.db.rows<Row>(sql`
    select w.id, w.kind, w.currency, a.amount as available, h.amount as held, c.usd_rate as "usdRate"
    from wallet w
    join ledger_balance a on a.account_id = w.available_id
    join ledger_balance h on h.account_id = w.held_id
    join currency c on c.code = w.currency
    where ${condition}
    order by w.created_at, w.id`);
  return rows.map(({ id, kind, currency, available, held, usdRate }) => {
    const total = available + held;
    return {
      id,
      name: app.text(language, walletNames[kind], { currency }),
      balance: toDecimal(convert(total, currency, 'USD', usdRate), 'USD'),
      currency,
      native_balance: toDecimal(total, currency),
      available: toDecimal(available, currency),
      held: toDecimal(held, currency),
    };
  });
}
