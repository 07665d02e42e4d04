import type { ApplicationState } from '#contract/ipo/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { onPaper, type PersonalDataList } from '#server/platform/people/personal-data.ts';

type Application = {
  number: string;
  issuer: string;
  ticker: string;
  quantity: number;
  allotted_quantity: number | null;
  state: ApplicationState;
  created_at: Date;
};

/** Applications, their outcomes, and the client's suitability answers. */
export const ipoData: readonly PersonalDataList[] = [
  {
    name: 'applications',
    tables: ['ipo_application', 'ipo_draw_secret'],
    rows: (id) => sql`
      select a.id, 'A-' || a.number as number, o.issuer, o.ticker, a.wallet_id, a.currency, a.quantity, a.price_type, a.limit_price_minor as limit_price,
             a.state, a.held_minor as held, a.price_low_seen_minor as price_low_seen, a.price_high_seen_minor as price_high_seen,
             a.prospectus_version, a.disclosure_version, a.tier, a.allotted_quantity, a.cost_minor as cost, a.fee_minor as fee,
             a.released_minor as released, a.reason,
             reason_texts(a.reason) as reason_in_words, d.created_at as draw_secret_since, a.created_at, a.updated_at, a.settled_at
      from ipo_application a join ipo_offering o on o.id = a.offering_id
      left join ipo_draw_secret d on d.offering_id = a.offering_id and d.client_id = a.client_id where a.client_id = ${id} order by a.created_at, a.id`,
    money: {
      limit_price: 'currency',
      held: 'currency',
      price_low_seen: 'currency',
      price_high_seen: 'currency',
      cost: 'currency',
      fee: 'currency',
      released: 'currency',
    },
    paper: onPaper<Application>('ipo.applications', [
      { header: 'ipo.number', width: 11, cell: ({ number }) => number },
      { header: 'ipo.applied_at', width: 22, cell: ({ created_at }, { time }) => time(created_at) },
      {
        header: 'ipo.offering',
        width: 26,
        cell: ({ issuer, ticker }, { text }) => text('ipo.issuer_named', { issuer, ticker }),
      },
      { header: 'ipo.state', width: 18, cell: ({ state }, { text }) => text(`ipo.application_${state}`) },
      {
        header: 'ipo.number_of_shares',
        width: 10,
        numeric: true,
        cell: ({ quantity }, { number }) => number(quantity),
      },
      {
        header: 'ipo.allotted',
        width: 13,
        numeric: true,
        cell: ({ allotted_quantity: allotted }, { number }) => number(allotted),
      },
    ]),
  },
  {
    name: 'steps',
    tables: ['ipo_application_status_history'],
    rows: (id) => sql`
      select application_id, state, quantity, by_kind as by, at from ipo_application_status_history where client_id = ${id} order by at, id`,
  },
  {
    name: 'holdings',
    tables: ['ipo_holding'],
    rows: (id) => sql`
      select h.id, h.application_id, o.ticker, h.currency, h.quantity, h.sold_quantity, h.cost_minor as cost, h.fee_minor as fee, h.acquired_at,
             h.tradable_at
      from ipo_holding h join ipo_offering o on o.id = h.offering_id where h.client_id = ${id} order by h.acquired_at, h.id`,
    money: { cost: 'currency', fee: 'currency' },
  },
  {
    name: 'sales',
    tables: ['ipo_sale', 'ipo_exit_quote'],
    rows: (id) => sql`
      select s.id, 'S-' || s.number as number, o.ticker, s.currency, s.quantity, s.price_minor as price, s.proceeds_minor as proceeds,
             s.fee_minor as fee, s.cost_minor as cost, s.early_exit_bps, s.at
      from ipo_sale s join ipo_offering o on o.id = s.offering_id where s.client_id = ${id} order by s.at, s.id`,
    money: { price: 'currency', proceeds: 'currency', fee: 'currency', cost: 'currency' },
  },
  {
    name: 'suitability_answers',
    tables: ['ipo_suitability'],
    rows: (id) => sql`select answers, suitable, at from ipo_suitability where client_id = ${id} order by at`,
  },
  {
    name: 'calendar_addresses',
    tables: ['ipo_calendar_feed'],
    rows: (id) => sql`select created_at, revoked_at from ipo_calendar_feed where client_id = ${id} order by created_at`,
  },
];
