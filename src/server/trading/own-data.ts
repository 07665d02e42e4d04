import { sql } from '#server/platform/db/sql.ts';
import type { KeptList } from '#server/platform/personal-data.ts';

/** Trading accounts and the money that went to and from them. */
export const tradingData: readonly KeptList[] = [
  {
    name: 'accounts',
    tables: ['trading_account'],
    rows: (id) => sql`
      select t.number::text as number, t.platform, t.currency, t.leverage, t.nickname, t.status, b.amount as balance, t.created_at, t.archived_at,
             t.archive_reason
      from trading_account t join ledger_balance b on b.account_id = t.ledger_account_id where t.client_id = ${id} order by t.number`,
    money: { balance: 'currency' },
  },
  {
    name: 'transfers',
    tables: ['trading_transfer', 'trading_transfer_outcome'],
    rows: (id) => sql`
      select t.id, t.direction, a.number::text as account, a.currency, t.amount, t.state, t.created_at, t.settled_at
      from trading_transfer t join trading_account a on a.id = t.account_id where t.client_id = ${id} order by t.created_at, t.id`,
    money: { amount: 'currency' },
  },
];
