import type { TransferState } from '#contract/trading/transfer-names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { onPaper, type PersonalDataList } from '#server/platform/people/personal-data.ts';

type Account = { number: string; currency: string; status: string; balance: bigint; created_at: Date };
type Transfer = {
  direction: 'in' | 'out';
  account: string;
  currency: string;
  amount: bigint;
  state: TransferState;
  created_at: Date;
};

/** Trading accounts and the money that went to and from them. */
export const tradingData: readonly PersonalDataList[] = [
  {
    name: 'accounts',
    tables: ['trading_account', 'imported_account'],
    rows: (id) => sql`
      select t.number::text as number, t.platform, t.currency, t.leverage, t.nickname, t.status, b.amount as balance, t.created_at, t.archived_at,
             t.archive_reason, (select i.outside_id from imported_account i where i.account_id = t.id) as number_in_former_system
      from trading_account t join ledger_balance b on b.account_id = t.ledger_account_id where t.client_id = ${id} order by t.number`,
    money: { balance: 'currency' },
    paper: onPaper<Account>('trading.list_title', [
      { header: 'trading.number', width: 24, cell: ({ number }) => number },
      { header: 'trading.opened_on', width: 24, cell: ({ created_at }, { time }) => time(created_at) },
      { header: 'trading.status', width: 24, cell: ({ status }, { text }) => text(`trading.status_${status}`) },
      {
        header: 'trading.balance',
        width: 28,
        numeric: true,
        cell: ({ balance, currency }, { money }) => money(balance, currency),
      },
    ]),
  },
  {
    name: 'transfers',
    tables: ['trading_transfer'],
    rows: (id) => sql`
      select t.id, t.direction, a.number::text as account, a.currency, t.amount, t.state, t.created_at, t.settled_at
      from trading_transfer t join trading_account a on a.id = t.account_id where t.client_id = ${id} order by t.created_at, t.id`,
    money: { amount: 'currency' },
    paper: onPaper<Transfer>('staff.transfers', [
      { header: 'trading.at', width: 22, cell: ({ created_at }, { time }) => time(created_at) },
      {
        header: 'trading.direction',
        width: 20,
        cell: ({ direction }, { text }) => text(`trading.direction_${direction}`),
      },
      { header: 'trading.account_title', width: 17, cell: ({ account }) => account },
      { header: 'trading.status', width: 20, cell: ({ state }, { text }) => text(`staff.transfer_${state}`) },
      {
        header: 'wallets.amount',
        width: 21,
        numeric: true,
        cell: ({ amount, currency }, { money }) => money(amount, currency),
      },
    ]),
  },
];
