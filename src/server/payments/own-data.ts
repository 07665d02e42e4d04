import type { PaymentKind, PaymentMethod, PaymentState } from '#contract/payments/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { onPaper, type PersonalDataList } from '#server/platform/people/personal-data.ts';
import { shown } from './payment-row.ts';

type Payment = {
  number: string;
  kind: PaymentKind;
  state: PaymentState;
  currency: string;
  amount: bigint;
  method: PaymentMethod | null;
  created_at: Date;
};
type Destination = {
  method: PaymentMethod;
  label: string;
  account: string | null;
  holder: string | null;
  created_at: Date;
};

/** Payments and their destinations. The notes and names of staff are not included. */
export const paymentsData: readonly PersonalDataList[] = [
  {
    name: 'payments',
    tables: ['payment'],
    rows: (id) => sql`
      select id, 'P-' || number as number, kind, state, wallet_id, currency, amount, fee, received, method, reference, source_label, destination_id,
             reason, reason_texts(reason) as reason_in_words, created_at, updated_at, expires_at
      from payment p where client_id = ${id} and ${shown} order by created_at, id`,
    money: { amount: 'currency', fee: 'currency', received: 'currency' },
    paper: onPaper<Payment>('payments.title', [
      { header: 'wallets.number', width: 11, cell: ({ number }) => number },
      { header: 'payments.at', width: 22, cell: ({ created_at }, { time }) => time(created_at) },
      { header: 'payments.kind', width: 15, cell: ({ kind }, { text }) => text(`payments.kind_${kind}`) },
      {
        header: 'payments.method',
        width: 16,
        cell: ({ method }, { text }) => (method ? text(`names.method_${method}`) : ''),
      },
      { header: 'payments.state', width: 17, cell: ({ state }, { text }) => text(`payments.state_${state}`) },
      {
        header: 'payments.amount',
        width: 19,
        numeric: true,
        cell: ({ amount, currency }, { money }) => money(amount, currency),
      },
    ]),
  },
  {
    name: 'steps',
    tables: ['payment_status_history'],
    rows: (id) => sql`
      select s.payment_id, s.state, s.by_kind as by, s.at
      from payment_status_history s join payment p on p.id = s.payment_id
      where s.client_id = ${id} and ${shown} order by s.at, s.id`,
  },
  {
    name: 'card_payments',
    tables: ['provider_payment'],
    rows: (id) => sql`
      select v.payment_id, v.provider_id, v.received, v.received_currency, v.paid_at, v.instrument, v.holder, v.card_country
      from provider_payment v where v.client_id = ${id} order by v.started_at, v.payment_id`,
    money: { received: 'received_currency' },
  },
  {
    name: 'card_refunds',
    tables: ['provider_refund'],
    rows: (id) => sql`
      select r.payment_id, r.reference, r.amount, p.currency, r.state, r.created_at, r.ended_at
      from provider_refund r join payment p on p.id = r.payment_id where p.client_id = ${id} order by r.created_at, r.reference`,
    money: { amount: 'currency' },
  },
  {
    name: 'card_disputes',
    tables: ['provider_dispute'],
    rows: (id) => sql`
      select d.payment_id, d.status, d.reason, d.amount, d.currency, d.withdrawn, d.closed, d.opened_at, d.updated_at
      from provider_dispute d join payment p on p.id = d.payment_id where p.client_id = ${id} order by d.opened_at, d.provider_id`,
    money: { amount: 'currency' },
  },
  {
    name: 'provider_payouts',
    tables: ['provider_payout'],
    rows: (id) => sql`
      select o.payment_id, o.reference, o.amount, o.currency, o.state, o.provider_id, o.coins::text as coins, o.coin, o.transaction, o.created_at, o.ended_at
      from provider_payout o where o.client_id = ${id} order by o.created_at, o.reference`,
    money: { amount: 'currency' },
  },
  {
    name: 'instructions',
    tables: ['payment_instruction'],
    rows: (id) => sql`
      select i.payment_id, i.beneficiary, i.bank, i.scheme, i.country, i.iban, i.account_number, i.bic, i.details
      from payment_instruction i join payment p on p.id = i.payment_id where p.client_id = ${id} order by p.created_at, p.id`,
  },
  {
    name: 'own_ibans',
    tables: ['payment_client_iban'],
    rows: (id) => sql`
      select currency, iban, assigned_at from payment_client_iban where client_id = ${id} order by assigned_at, iban`,
  },
  {
    name: 'proofs',
    tables: ['payment_proof'],
    rows: (id) => sql`select payment_id, file_id, at from payment_proof where client_id = ${id} order by at, file_id`,
  },
  {
    name: 'stops',
    tables: ['payment_restriction'],
    rows: (id) => sql`
      select kind, reason, reason_texts(reason) as reason_in_words, until, set_at from payment_restriction where client_id = ${id} order by kind`,
  },
  {
    name: 'destinations',
    tables: ['payment_destination'],
    rows: (id) => sql`
      select id, method, label, scheme, country, account, details, holder, bank, created_at, confirmed_at, removed_at
      from payment_destination where client_id = ${id} order by created_at, id`,
    paper: onPaper<Destination>('payments.destinations_title', [
      { header: 'payments.label', width: 25, cell: ({ label }) => label },
      { header: 'payments.method', width: 18, cell: ({ method }, { text }) => text(`names.method_${method}`) },
      {
        header: 'payments.account',
        width: 35,
        cell: ({ account, holder }) => ({ text: account ?? '', detail: holder ?? undefined }),
      },
      { header: 'payments.added', width: 22, cell: ({ created_at }, { time }) => time(created_at) },
    ]),
  },
];
