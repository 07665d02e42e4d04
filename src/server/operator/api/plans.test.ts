import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Paging } from '#server/platform/lists/program-lists.ts';
import { readChatsPage, readTicketsPage } from '#server/support/program/read-tickets.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { readAccounts } from './accounts.ts';
import {
  readAllotments,
  readArticles,
  readAuditEntries,
  readConsents,
  readDeclarations,
  readDocumentsPage,
  readEconomicProfiles,
  readHoldings,
  readNotes,
  readSales,
} from './activity.ts';
import { readClients } from './clients.ts';
import { readDailyEquity } from './equity.ts';
import {
  readClosures,
  readLegalVersions,
  readPaymentSteps,
  readRates,
  readRiskRatings,
  readTierChanges,
  readTransfers,
} from './history.ts';
import { readApplications, readOfferings } from './ipo.ts';
import { readConversions, readPostings } from './ledger.ts';
import {
  readBankPayouts,
  readDisputes,
  readFindings,
  readPaymentFindings,
  readPayouts,
  readRecipients,
  readStatementLines,
} from './money-outside.ts';
import { readPaymentsPage } from './payments.ts';
import { readDeals, readOrders, readPositions } from './trading.ts';
import { readWallets } from './wallets.ts';

/** A page of a list costs what it shows: an index has its rows in their order. */
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type Read = (app: App, query: Paging) => Promise<unknown>;
/** Each list with the index on its changes. */
const lists: Record<string, [byChange: string, read: Read]> = {
  clients: ['client_change_by_time', readClients],
  accounts: ['trading_account_changed', readAccounts],
  wallets: ['wallet_change_by_time', readWallets],
  payments: ['payment_changed', readPaymentsPage],
  tickets: ['conversation_changed', readTicketsPage],
  chats: ['conversation_chat_changed', readChatsPage],
  offerings: ['ipo_offering_changed', readOfferings],
  applications: ['ipo_application_changed', readApplications],
  conversions: ['conversion_quote_changed', readConversions],
  payouts: ['provider_payout_changed', readPayouts],
  bank_payouts: ['payout_file_line_changed', readBankPayouts],
  disputes: ['provider_dispute_changed', readDisputes],
  payment_findings: ['provider_finding_changed', readPaymentFindings],
  statement_lines: ['statement_line_changed', readStatementLines],
  findings: ['reconciliation_finding_changed', readFindings],
  recipients: ['payment_destination_changed', readRecipients],
  deals: ['paper_deal_changed', readDeals],
  orders: ['paper_order_changed', readOrders],
  positions: ['paper_position_changed', readPositions],
  holdings: ['ipo_holding_changed', readHoldings],
  sales: ['ipo_sale_changed', readSales],
  allotments: ['ipo_allotment_entry_changed', readAllotments],
  documents: ['verification_document_changed', readDocumentsPage],
  articles: ['article_changed', readArticles],
  consents: ['legal_consent_changed', readConsents],
  notes: ['client_note_changed', readNotes],
  declarations: ['verification_person_changed', readDeclarations],
  economic_profiles: ['verification_profile_changed', readEconomicProfiles],
  transfers: ['trading_transfer_changed', readTransfers],
  payment_steps: ['payment_status_history_changed', readPaymentSteps],
  rates: ['currency_rate_day_changed', readRates],
  risk_ratings: ['client_risk_changed', readRiskRatings],
  tier_changes: ['client_tier_change_changed', readTierChanges],
  closures: ['account_closure_changed', readClosures],
  legal_versions: ['legal_version_changed', readLegalVersions],
};

/** The plan of the last statement that a list reads, for tables that are large. */
async function planOf(read: (app: App) => Promise<unknown>): Promise<string[]> {
  const statements: Sql[] = [];
  const rows = ((statement: Sql) => {
    statements.push(statement);
    return server.app.db.rows(statement);
  }) as App['db']['rows'];
  await read({ ...server.app, db: { ...server.app.db, rows } });
  const plan = await server.app.db.tx(async (tx) => {
    // Tables of a few rows are read whole.
    for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])
      await tx.run(sql`select set_config(${`enable_${way}`}, 'off', true)`);
    return tx.rows<Record<'QUERY PLAN', string>>(sql`explain (costs off) ${statements.at(-1)!}`);
  });
  return plan.map((row) => row['QUERY PLAN']);
}

/** Where the rows of a plan are sorted, and whether they come by an index that is named so. */
const orderOf = (plan: string[], index: string) => ({
  sorts: plan.filter((line) => /\bSort\b/.test(line)),
  byIndex: plan.some((line) => line.includes(index)),
});
const ordered = { sorts: [], byIndex: true };

const since = '2026-01-01T00:00:00Z';
describe.each(Object.entries(lists))('%s', (name, [byChange, read]) => {
  it('come in the order of their changes by an index', async () => {
    const plan = await planOf((app) => read(app, { limit: 50, updated_since: since }));
    expect(orderOf(plan, ` using ${byChange} `)).toEqual(ordered);
  });

  // Among empty tables, an index that has only tickets costs less than that of the ids, and a sort of nothing is free.
  it.skipIf(name === 'tickets')('come newest first by an index', async () => {
    const plan = await planOf((app) => read(app, { limit: 50 }));
    expect(orderOf(plan, 'Scan Backward using ')).toEqual(ordered);
  });
});

it.each([
  ['postings', 'ledger_posting_pkey', (app: App) => readPostings(app, { limit: 50 })],
  ['audit entries', 'audit_chain_pkey', (app: App) => readAuditEntries(app, { limit: 50 })],
  ['equity of accounts', 'trading_account_number_key', (app: App) => readDailyEquity(app, { limit: 50 })],
  ['open positions', 'paper_position_open_newest', (app: App) => readPositions(app, { limit: 50, state: 'open' })],
] as const)('%s come in their order by an index', async (_, index, read) => {
  expect(orderOf(await planOf(read), ` using ${index} `)).toEqual(ordered);
});

it('has every list that is read by its changes', () => {
  const all = Object.entries(api) as [string, Endpoint][];
  const byChange = all.flatMap(([name, { query }]) => (query && 'updated_since' in query.shape ? [name] : []));
  expect(byChange.toSorted()).toEqual(
    Object.keys(lists)
      .map((name) => `operator_api.${name}`)
      .toSorted(),
  );
});
