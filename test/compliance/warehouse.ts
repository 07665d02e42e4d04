import { raw } from 'sql-template-tag';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { providerReference } from '#server/payments/deposits/references.ts';
import { openSeal } from '#server/reconciliation/seal-ledger.ts';
import type { Session, TestServer } from '../server.ts';
import { connectionInUse } from '../connections/connections.ts';
import { openTerminal } from '../trading/terminal.ts';
import { declared } from './verification.ts';
import { applyFor, offeringInAllotment, orderAllotment } from '../ipo/book.ts';
import type { Ben } from '../money/second-client.ts';

const market = { symbol: 'EURUSD', side: 'buy', type: 'market', volume: '0.01' } as const;

/** A row at least in each list that a data warehouse copies; two of those whose ids are no UUIDs. */
export async function fillWarehouse(server: TestServer, admin: Session, ben: Ben): Promise<void> {
  const terminal = await openTerminal(server, '2000.00');
  await terminal.request('POST /api/paper/place', market);
  await terminal.request('POST /api/paper/place', { ...market, type: 'limit', price: '0.50000' });
  const { user } = ben.session;
  const of = (what: string) => ben.ids[what] ?? '';
  const { body: quote } = await server.call('POST /api/wallets/quote', {
    as: ben.session,
    body: { from_wallet_id: of('his wallet'), to_wallet_id: of('his other wallet'), amount: '10' },
  });
  await server.call('POST /api/wallets/convert', {
    as: ben.session,
    body: { quote_id: quote.id },
    headers: { 'idempotency-key': newId() },
  });
  const connection = await connectionInUse(server, { port: 'payouts', adapter: 'adyen_transfers' });
  await fillMoneyOutside(server, { clientId: user.id, connectionId: connection.id, of });
  await fillActivity(server, { admin, clientId: user.id });
  await server.db.run(sql`
    insert into trading_equity (account, hour, equity)
    select number, '2026-03-01T23:00:00Z', 201250 from trading_account where number = ${of('his account')}::bigint`);
  await server.call('POST /api/staff/clients/note', {
    as: admin,
    body: { client_id: user.id, text: 'Asks for statements by post.' },
  });
  await declared(server, ben.session);
  await fillHistory(server, ben);
  await sealLedger(server);
  await server.app.jobs.run('audit.chain');
  server.clock.advance(1000);
}

/** Seals every posting. The seal waits for transactions that are open, those of other tests among them. */
export async function sealLedger({ app, db }: TestServer): Promise<void> {
  const seal = openSeal(app);
  for (let isDone = false; !isDone;) {
    await seal();
    ({ isDone } = await db.one<{ isDone: boolean }>(sql`
      select (select max(id) from ledger_posting) <= (select posting_id from ledger_seal) as "isDone"`));
  }
}

/** Past the triggers, which say who may write a row and when; as only the owner of the tables can. */
const anyway = ({ db }: TestServer, tables: readonly string[], change: (tx: Tx) => Promise<unknown>) =>
  db.tx(async (tx) => {
    for (const table of tables) await tx.run(sql`alter table ${raw(table)} disable trigger user`);
    await change(tx);
    for (const table of tables) await tx.run(sql`alter table ${raw(table)} enable trigger user`);
  });

/** Orders at a provider and a bank, and what they and statements say. */
async function fillMoneyOutside(
  server: TestServer,
  { clientId, connectionId, of }: { clientId: string; connectionId: string; of: (what: string) => string },
) {
  const at = server.clock.now();
  const [withdrawal, deposit, file, run] = [of('his withdrawal'), of('his deposit by card'), newId(), newId()];
  const tables = ['provider_payout', 'payout_file', 'payout_file_line', 'provider_payment', 'statement_line'];
  await anyway(server, tables, async (tx) => {
    for (const [state, ended] of [
      ['failed', at],
      ['sent', null],
    ] as const)
      await tx.run(sql`
        insert into provider_payout (reference, payment_id, client_id, connection_id, amount, currency, text, state, created_at, ended_at)
        values (${providerReference('PAY')}, ${withdrawal}, ${clientId}, ${connectionId}, 10000, 'USD', 'Payout', ${state}, ${at}, ${ended})`);
    await tx.run(sql`
      insert into payout_file (id, message_id, currency, iban, pay_on, lines, total, content, sha256, made_by, made_at)
      values (${file}, 'M-1', 'USD', 'DE89370400440532013000', ${at}, 1, 10000, 'x', sha256('x'), ${clientId}, ${at})`);
    await tx.run(sql`
      insert into payout_file_line (file_id, position, block, payment_id, client_id, end_to_end_id, uetr, amount)
      values (${file}, 1, 1, ${withdrawal}, ${clientId}, 'P-1', ${newId()}, 10000)`);
    await tx.run(sql`
      insert into provider_payment (payment_id, client_id, connection_id, live, state, started_at)
      values (${deposit}, ${clientId}, ${connectionId}, true, 'ended', ${at})`);
    await tx.run(sql`
      insert into provider_dispute (id, connection_id, provider_id, payment_id, status, reason, amount, currency, withdrawn, closed, opened_at, updated_at)
      values (${newId()}, ${connectionId}, 'dp_1', ${deposit}, 'needs_response', 'fraudulent', 5000, 'USD', true, false, ${at}, ${at})`);
    await tx.run(sql`
      insert into provider_finding (id, payment_id, kind, subject, amount, currency, found_at)
      values (${newId()}, ${deposit}, 'dispute', 'dp_1', 5000, 'USD', ${at})`);
    await tx.run(sql`
      insert into reconciliation_run (id, kind, state, requested_at, finished_at) values (${run}, 'platform', 'done', ${at}, ${at})`);
    await tx.run(sql`
      insert into reconciliation_finding (id, run_id, location, result, currency, here, there, account_id)
      select ${newId()}, ${run}, 0, 'differs', 'USD', 1, 2, id from trading_account where number = ${of('his account')}::bigint`);
    await tx.run(sql`
      insert into statement_line (id, run_id, number, key, on_day, currency, amount, account, reference, name, is_reversal, is_returned, mac, result)
      values (${newId()}, ${run}, 1, 'k', ${at}, 'USD', 5000, 'DE89370400440532013000', 'Deposit', 'Ben', false, false, 'm', 'unknown')`);
  });
}

/** A sale, an allotment, a document and an article. */
async function fillActivity(server: TestServer, { admin, clientId }: { admin: Session; clientId: string }) {
  const [at, article] = [server.clock.now(), newId()];
  const offering = await offeringInAllotment(server.db);
  await applyFor(server.db, offering, 10);
  await orderAllotment(server.db, offering, { method: 'full' });
  await anyway(server, ['ipo_sale', 'verification_document', 'article', 'article_text'], async (tx) => {
    await tx.run(sql`
      insert into ipo_sale (id, client_id, wallet_id, offering_id, currency, quantity, price_minor, proceeds_minor, fee_minor, cost_minor, transaction_id, at)
      select ${newId()}, client_id, wallet_id, offering_id, currency, 1, 3000, 3000, 10, 2000, transaction_id, ${at}
      from ipo_holding where client_id = ${clientId} limit 1`);
    await tx.run(sql`
      insert into verification_document (id, client_id, kind, attempt, type, number, expires_on, state, created_at)
      values (${newId()}, ${clientId}, 'identity', 9, 'passport', 'X1234567', '2036-01-01', 'pending', ${at})`);
    await tx.run(sql`
      insert into article (id, category, status, created_by, created_at, published_at)
      values (${article}, 'market', 'published', ${admin.user.id}, ${at}, ${at})`);
    await tx.run(sql`
      insert into article_text (article_id, language, slug, title, summary, body, revision, words)
      values (${article}, 'en', ${`a-${article}`}, 'Title', 'Summary', '[]', 1, '')`);
  });
}

/** A transfer, a tier, a closure that was cancelled, and a risk rating. */
async function fillHistory(server: TestServer, ben: Ben) {
  const [at, clientId] = [server.clock.now(), ben.session.user.id];
  await anyway(server, ['trading_transfer', 'account_closure', 'client_tier_change'], async (tx) => {
    await tx.run(sql`
      insert into trading_transfer (id, client_id, wallet_id, account_id, direction, amount, idempotency_key, state, created_at)
      select ${newId()}, client_id, ${ben.ids['his wallet'] ?? ''}, id, 'out', 2500, 'transfer-1', 'pending', ${at}
      from trading_account where number = ${ben.ids['his account'] ?? ''}::bigint`);
    await tx.run(sql`
      insert into account_closure (id, client_id, reason, min_withdrawals, outcome, requested_at, closes_at, ended_at)
      values (${newId()}, ${clientId}, 'fees', '{}', 'cancelled', ${at}, ${at}, ${at})`);
    await tx.run(sql`
      insert into client_tier_change (client_id, from_tier, tier, source, at) values (${clientId}, 'standard', 'silver', 'metric', ${at})`);
  });
  const as = await server.register({ roles: ['client', 'compliance'] });
  await server.call('POST /api/staff/clients/risk', {
    as,
    body: { client_id: clientId, rating: 'high', reason: 'Politically exposed', current_password: as.password },
  });
}
