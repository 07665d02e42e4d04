import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Book } from '../book.ts';
import { closePosition } from './close.ts';
import { listed, marketFault, type Conditions } from '../conditions.ts';
import { figuresOf } from './figures.ts';
import { firstToClose, isAtOrBelow, marginLevel } from '../rules.ts';

/**
 * Closes positions while equity is too small for their margin, then reports once that it has become small, or no longer
 * is.
 */
export async function watchMargin(app: App, tx: Tx, book: Book, conditions: Conditions): Promise<void> {
  await stopOut(app, tx, book, conditions);
  const { equityMinor, marginMinor } = figuresOf(book, conditions);
  const isCalled = isAtOrBelow(conditions.settings.marginCallPercent, equityMinor, marginMinor);
  if (isCalled === (book.marginCalledAt !== null)) return;
  book.marginCalledAt = isCalled ? conditions.now : null;
  await tx.run(sql`update paper_account set margin_called_at = ${book.marginCalledAt} where number = ${book.number}`);
  if (!isCalled) return;
  const level = marginLevel(equityMinor, marginMinor) ?? '';
  await app.outbox.emit(tx, 'trading.margin_call', { ...(await ownerOf(tx, book)), marginLevel: level });
}

/** The largest loss first, of those whose market is open. */
async function stopOut(app: App, tx: Tx, book: Book, conditions: Conditions): Promise<void> {
  for (;;) {
    const { positions, equityMinor, marginMinor } = figuresOf(book, conditions);
    if (!isAtOrBelow(conditions.settings.stopOutPercent, equityMinor, marginMinor)) return;
    const position = firstToClose(positions.filter(({ symbol }) => mayTrade(symbol, conditions)));
    if (!position) return;
    const { volume, symbol, ticket } = position;
    await closePosition(tx, book, conditions, { position, volume, reason: 'stop_out' });
    await app.outbox.emit(tx, 'trading.stop_out', {
      ...(await ownerOf(tx, book)),
      symbol,
      position: String(ticket),
    });
  }
}

function mayTrade(symbol: string, conditions: Conditions): boolean {
  const quote = listed(conditions, symbol)?.quote;
  return quote !== undefined && marketFault(conditions, quote) === undefined;
}

async function ownerOf(tx: Tx, { number }: Book): Promise<{ clientId: string; accountNumber: string }> {
  const { clientId } = await tx.one<{ clientId: string }>(sql`
    select client_id as "clientId" from trading_account where number = ${number}`);
  return { clientId, accountNumber: String(number) };
}
