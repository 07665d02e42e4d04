import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handle } from '#server/platform/http/handle.ts';
import { convertAsQuoted } from './conversion/convert.ts';
import { explainBalances } from './explain-balances.ts';
import { explainWallet } from './explain-wallet.ts';
import { purgeQuotes } from './conversion/purge-quotes.ts';
import { listOperations } from './list-operations.ts';
import { openOperation } from './open-operation.ts';
import { listWalletCurrencies, openWallet } from './open-wallet.ts';
import { walletsData } from './own-data.ts';
import { quoteConversion } from './conversion/quote-rate.ts';
import { sendStatement } from './statement/send.ts';
import { readWallets } from './wallets.ts';

const hourMs = 3_600_000;

/** Wallets, what explains them, and conversion between them. */
export function walletsRoutes(app: App): void {
  handle(app, 'wallets.list', ({ me, request }) => readWallets(app, request.language, sql`w.client_id = ${me.id}`));
  handle(app, 'wallets.info', ({ me, request, body }) => explainWallet(app, me, request.language, body));
  handle(app, 'wallets.operations', ({ me, body }) => listOperations(app, me, body));
  handle(app, 'wallets.operation', ({ me, body }) => openOperation(app, me, body));
  handle(app, 'wallets.explain', ({ me, body }) => explainBalances(app, me, body.wallet_id));
  handle(app, 'wallets.currencies', ({ me }) => listWalletCurrencies(app, me));
  handle(app, 'wallets.open', ({ me, request, body }) => openWallet(app, me, request.language, body));
  handle(app, 'wallets.quote', ({ me, body }) => quoteConversion(app, me, body));
  handle(app, 'wallets.convert', ({ me, body, key }) => convertAsQuoted(app, me, body.quote_id, key));
  handle(app, 'wallets.statement', (call) => sendStatement(app, call));
  app.personalData.add('wallets', walletsData);
  app.jobs.every('wallets.purge_quotes', hourMs, () => purgeQuotes(app));
}
