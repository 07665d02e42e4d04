import type { LedgerKind } from '#server/ledger/post.ts';
import { sql } from '#server/platform/db/sql.ts';
import { onPaper, type PersonalDataList } from '#server/platform/people/personal-data.ts';
import { walletNames, type WalletKind } from './wallets.ts';

type Wallet = { kind: WalletKind; currency: string; available: bigint; held: bigint };
type Movement = {
  at: Date;
  kind: LedgerKind;
  account: keyof typeof accountNames;
  currency: string;
  amount: bigint;
  balance_after: bigint;
  reason: string | null;
};

const accountNames = {
  wallet_available: 'wallets.available',
  wallet_held: 'wallets.held',
  trading: 'trading.account_title',
} as const;

const kindName = (kind: LedgerKind) =>
  kind === 'trading_result' || kind === 'negative_balance' ? 'wallets.account_dealing' : `wallets.kind_${kind}`;

/** Wallets, and every movement of money on an account of the client's in the ledger. */
export const walletsData: readonly PersonalDataList[] = [
  {
    name: 'wallets',
    tables: ['wallet', 'ledger_account', 'ledger_balance'],
    rows: (id) => sql`
      select w.id, w.kind, w.currency, a.amount as available, h.amount as held, w.created_at
      from wallet w join ledger_balance a on a.account_id = w.available_id join ledger_balance h on h.account_id = w.held_id
      where w.client_id = ${id} order by w.created_at, w.id`,
    money: { available: 'currency', held: 'currency' },
    paper: onPaper<Wallet>('wallets.list_title', [
      {
        header: 'wallets.wallet',
        width: 34,
        cell: ({ kind, currency }, { text }) => text(walletNames[kind], { currency }),
      },
      {
        header: 'wallets.available',
        width: 22,
        numeric: true,
        cell: ({ available, currency }, { money }) => money(available, currency),
      },
      {
        header: 'wallets.held',
        width: 22,
        numeric: true,
        cell: ({ held, currency }, { money }) => money(held, currency),
      },
      {
        header: 'wallets.total',
        width: 22,
        numeric: true,
        cell: ({ available, held, currency }, { money }) => money(available + held, currency),
      },
    ]),
  },
  {
    name: 'movements',
    tables: ['ledger_account', 'ledger_transaction', 'ledger_posting'],
    rows: (id) => sql`
      select t.id as transaction_id, t.kind, t.at, a.kind as account, p.currency, p.amount, p.balance_after, t.reason,
             t.reference_type, t.reference_id
      from ledger_account a join ledger_posting p on p.account_id = a.id join ledger_transaction t on t.id = p.transaction_id
      where a.client_id = ${id} order by t.at, t.id, p.id`,
    money: { amount: 'currency', balance_after: 'currency' },
    paper: onPaper<Movement>('wallets.postings_title', [
      { header: 'wallets.statement_time_utc', width: 22, cell: ({ at }, { time }) => time(at) },
      {
        header: 'wallets.operation',
        width: 24,
        cell: ({ kind, reason }, { text }) => ({ text: text(kindName(kind)), detail: reason ?? undefined }),
      },
      { header: 'wallets.posting_account', width: 16, cell: ({ account }, { text }) => text(accountNames[account]) },
      {
        header: 'wallets.amount',
        width: 19,
        numeric: true,
        cell: ({ amount, currency }, { money }) => money(amount, currency),
      },
      {
        header: 'wallets.balance_after',
        width: 19,
        numeric: true,
        cell: ({ balance_after, currency }, { money }) => money(balance_after, currency),
      },
    ]),
  },
  {
    name: 'set_aside',
    tables: ['ledger_hold'],
    rows: (id) => sql`
      select h.id, h.purpose, h.state, a.currency, h.amount, h.captured, h.expires_at
      from ledger_account a join ledger_hold h on h.available_id = a.id where a.client_id = ${id} order by h.id`,
    money: { amount: 'currency', captured: 'currency' },
  },
  {
    name: 'conversion_quotes',
    tables: ['conversion_quote'],
    rows: (id) => sql`
      select q.id, f.currency as from_currency, t.currency as to_currency, q.amount, q.received, q.rate, q.created_at, q.expires_at,
             q.transaction_id
      from conversion_quote q join wallet f on f.id = q.from_wallet_id join wallet t on t.id = q.to_wallet_id
      where q.client_id = ${id} order by q.created_at, q.id`,
    money: { amount: 'from_currency', received: 'to_currency' },
  },
];
