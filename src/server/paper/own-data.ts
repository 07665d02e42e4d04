import { sql, type Sql } from '#server/platform/db/sql.ts';
import { onPaper, type PersonalDataList } from '#server/platform/people/personal-data.ts';
import { movesCash } from './history/records.ts';

const ownAccounts = (id: string): Sql =>
  sql`(select t.number, t.currency from trading_account t where t.client_id = ${id}) own`;

type Deal = {
  at: Date;
  account: string;
  ticket: string;
  type: string;
  symbol: string | null;
  volume: string | null;
  price: string | null;
  profit: bigint;
  cash: bigint;
  currency: string;
};

/** The client's history on accounts of the embedded platform; another platform keeps its own records. */
export const paperData: readonly PersonalDataList[] = [
  {
    name: 'deals',
    tables: ['paper_deal', 'paper_account'],
    rows: (id) => sql`
      select d.ticket::text as ticket, d.order_ticket::text as order, d.position::text as position, d.account::text as account, own.currency,
             d.at, d.type, d.entry, d.symbol, d.volume, d.price, d.sl, d.tp, d.commission, d.swap, d.fee,
             case when ${movesCash} then 0 else d.profit end as profit, case when ${movesCash} then d.profit else 0 end as cash, d.comment
      from paper_deal d join ${ownAccounts(id)} on own.number = d.account order by d.at, d.ticket`,
    money: { commission: 'currency', swap: 'currency', fee: 'currency', profit: 'currency', cash: 'currency' },
    paper: onPaper<Deal>('trading.deals_caption', [
      { header: 'trading.at', width: 18, cell: ({ at }, { time }) => time(at) },
      { header: 'trading.account_title', width: 12, cell: ({ account }) => account },
      {
        header: 'trading.deal',
        width: 26,
        cell: ({ type, ticket }, { text }) => ({
          text: text(`trading.type_${type}`),
          detail: text('trading.ticket', { ticket }),
        }),
      },
      {
        header: 'trading.instrument',
        width: 14,
        cell: ({ symbol, volume, price }, { text }) =>
          symbol && volume && price ? { text: symbol, detail: text('trading.volume_at_price', { volume, price }) } : '',
      },
      {
        header: 'trading.profit',
        width: 15,
        numeric: true,
        cell: ({ profit, currency }, { money }) => (profit === 0n ? '' : money(profit, currency)),
      },
      {
        header: 'trading.cash',
        width: 15,
        numeric: true,
        cell: ({ cash, currency }, { money }) => (cash === 0n ? '' : money(cash, currency)),
      },
    ]),
  },
  {
    name: 'orders',
    tables: ['paper_order'],
    rows: (id) => sql`
      select o.ticket::text as ticket, o.position::text as position, o.account::text as account, o.symbol, o.side, o.type, o.state, o.reason,
             o.volume, o.filled_volume, o.price, o.filled_price, o.sl, o.tp, o.placed_at, o.expires_at, o.done_at
      from paper_order o join ${ownAccounts(id)} on own.number = o.account order by o.ticket`,
  },
  {
    name: 'positions',
    tables: ['paper_position'],
    rows: (id) => sql`
      select p.ticket::text as ticket, p.account::text as account, own.currency, p.symbol, p.side, p.opened_volume, p.volume, p.open_price, p.sl, p.tp,
             p.margin, p.swap, p.opened_at, p.closed_at, p.close_reason
      from paper_position p join ${ownAccounts(id)} on own.number = p.account order by p.ticket`,
    money: { margin: 'currency', swap: 'currency' },
  },
  {
    name: 'terminal_sessions',
    tables: ['paper_session'],
    rows: (id) => sql`
      select account::text as account, created_at, expires_at, revoked_at from paper_session where client_id = ${id} order by created_at, id`,
  },
  {
    name: 'terminal_preferences',
    tables: ['paper_preference'],
    rows: (id) => sql`
      select starred, one_click, shortcuts, symbol from paper_preference where client_id = ${id}`,
  },
];
