import { figure } from './statement-words.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { KeptList } from '#server/platform/personal-data.ts';

/** Wallets, and every movement of money on an account of the client's in the ledger. */
export const walletsData: readonly KeptList[] = [
  {
    name: 'wallets',
    tables: ['wallet', 'ledger_account', 'ledger_balance'],
    rows: (id) => sql`
      select w.id, w.kind, w.currency, a.amount as available, h.amount as held, w.created_at
      from wallet w join ledger_balance a on a.account_id = w.available_id join ledger_balance h on h.account_id = w.held_id
      where w.client_id = ${id} order by w.created_at, w.id`,
    money: { available: 'currency', held: 'currency' },
    told: ({ currency, available, held }) =>
      `${figure((available as bigint) + (held as bigint), String(currency))} ${String(currency)}`,
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
