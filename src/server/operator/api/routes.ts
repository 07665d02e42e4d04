import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
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
import { readDeals, readOrders, readPositions } from './trading.ts';

/** The lists that a data warehouse copies, besides those of clients, wallets and payments. */
export function warehouseRoutes(app: App): void {
  handle(app, 'operator_api.postings', ({ query }) => readPostings(app, query));
  handle(app, 'operator_api.conversions', ({ query }) => readConversions(app, query));
  handle(app, 'operator_api.payouts', ({ query }) => readPayouts(app, query));
  handle(app, 'operator_api.bank_payouts', ({ query }) => readBankPayouts(app, query));
  handle(app, 'operator_api.disputes', ({ query }) => readDisputes(app, query));
  handle(app, 'operator_api.payment_findings', ({ query }) => readPaymentFindings(app, query));
  handle(app, 'operator_api.statement_lines', ({ query }) => readStatementLines(app, query));
  handle(app, 'operator_api.findings', ({ query }) => readFindings(app, query));
  handle(app, 'operator_api.recipients', ({ query }) => readRecipients(app, query));
  handle(app, 'operator_api.deals', ({ query }) => readDeals(app, query));
  handle(app, 'operator_api.orders', ({ query }) => readOrders(app, query));
  handle(app, 'operator_api.positions', ({ query }) => readPositions(app, query));
  handle(app, 'operator_api.equity', ({ query }) => readDailyEquity(app, query));
  handle(app, 'operator_api.holdings', ({ query }) => readHoldings(app, query));
  handle(app, 'operator_api.sales', ({ query }) => readSales(app, query));
  handle(app, 'operator_api.allotments', ({ query }) => readAllotments(app, query));
  handle(app, 'operator_api.documents', ({ query }) => readDocumentsPage(app, query));
  handle(app, 'operator_api.articles', ({ query }) => readArticles(app, query));
  handle(app, 'operator_api.consents', ({ query }) => readConsents(app, query));
  handle(app, 'operator_api.notes', ({ query }) => readNotes(app, query));
  handle(app, 'operator_api.declarations', ({ query }) => readDeclarations(app, query));
  handle(app, 'operator_api.economic_profiles', ({ query }) => readEconomicProfiles(app, query));
  handle(app, 'operator_api.transfers', ({ query }) => readTransfers(app, query));
  handle(app, 'operator_api.payment_steps', ({ query }) => readPaymentSteps(app, query));
  handle(app, 'operator_api.rates', ({ query }) => readRates(app, query));
  handle(app, 'operator_api.risk_ratings', ({ query }) => readRiskRatings(app, query));
  handle(app, 'operator_api.tier_changes', ({ query }) => readTierChanges(app, query));
  handle(app, 'operator_api.closures', ({ query }) => readClosures(app, query));
  handle(app, 'operator_api.legal_versions', ({ query }) => readLegalVersions(app, query));
  handle(app, 'operator_api.audit', ({ query }) => readAuditEntries(app, query));
}
