import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Snapshot, TradingPlatform } from '#server/trading/platform.ts';
import { accountHold } from './account-hold.ts';
import { readBooks } from './book.ts';
import { balanceChange, changeBalance, creditStatement } from './settlement/change-balance.ts';
import { readConditions } from './conditions.ts';
import { readDeals, readDealsSince, totalDeals } from './history/deals.ts';
import { figuresOf } from './positions/figures.ts';
import {
  readClosedPositions,
  readDoneOrders,
  readWaitingOrders,
  showPosition,
  totalClosed,
} from './history/records.ts';

/** The embedded platform behind the interface that every platform is used by. */
export function paperPlatform(app: App): TradingPlatform {
  const { db } = app;
  return {
    embedded: true,
    async openAccount(tx, { number, currency, leverage, openingMinor = 0n }, at) {
      await tx.run(sql`
        insert into paper_account (number, currency, leverage, opened_at) values (${number}, ${currency}, ${leverage}, ${at})
        on conflict (number) do nothing`);
      if (openingMinor > 0n)
        await tx.run(
          creditStatement({ account: number, amountMinor: openingMinor, externalId: `opening:${number}`, at }),
        );
    },
    changeBalance: (tx, change) =>
      tx ? changeBalance(app, tx, change) : db.tx((own) => changeBalance(app, own, change)),
    creditStatement,
    accountHold: (tx, clientId) => accountHold(app, tx, clientId),
    balanceChange: (externalId) => balanceChange(app, externalId),
    snapshots: (accounts) => readSnapshots(app, accounts),
    positions: (accounts) => readPositions(app, accounts),
    waitingOrders: (accounts) => readWaitingOrders(db, accounts),
    orders: (filter) => readDoneOrders(db, filter),
    closedPositions: (filter) => readClosedPositions(db, filter),
    closedTotals: (filter) => totalClosed(db, filter),
    deals: (filter) => readDeals(db, filter),
    dealTotals: (filter) => totalDeals(db, filter),
    dealsSince: (account, ticket, limit) => readDealsSince(db, account, ticket, limit),
    signIn: async (token, site, language) => ({ link: `${site}/${language}/terminal/${token}`, fields: null }),
  };
}

async function readSnapshots(app: App, accounts: readonly bigint[]): Promise<Map<bigint, Snapshot>> {
  const conditions = await readConditions(app, app.db);
  const books = await readBooks(app.db, accounts);
  return new Map(
    books.map((book) => {
      const { equityMinor, marginMinor, freeMarginMinor, unrealisedMinor } = figuresOf(book, conditions);
      const { number, balance, advance } = book;
      const figures = { equityMinor, marginMinor, freeMarginMinor, unrealisedMinor };
      return [number, { balanceMinor: balance, creditMinor: -advance, ...figures, at: conditions.now }];
    }),
  );
}

async function readPositions(app: App, accounts: readonly bigint[]) {
  const conditions = await readConditions(app, app.db);
  const books = await readBooks(app.db, accounts);
  return books.flatMap((book) =>
    figuresOf(book, conditions).positions.map((position) => showPosition(position, book.currency)),
  );
}
