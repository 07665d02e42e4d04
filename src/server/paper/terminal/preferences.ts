import type { Api } from '#contract/api.ts';
import type { RequestInput } from '#contract/kernel/endpoint.ts';
import type { PaperPreferences } from '#contract/paper/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Trader } from './session.ts';

type Stored = { starred: string[]; one_click: boolean; shortcuts: boolean; symbol: string | null };

/** Of one who has chosen nothing yet. */
const initial: PaperPreferences = { starred: [], one_click: false, shortcuts: true, symbol: null };

/** How a person likes their terminals, on every account and device. */
export async function readPreferences(db: Db, { clientId }: Pick<Trader, 'clientId'>): Promise<PaperPreferences> {
  const found = await db.maybeOne<Stored>(sql`
    select starred, one_click, shortcuts, symbol from paper_preference where client_id = ${clientId}`);
  return found ?? initial;
}

/** Stores what is given; the rest stays. One statement, so that two terminals at once lose nothing of each other. */
export async function storePreferences(
  { db }: Pick<App, 'db'>,
  trader: Pick<Trader, 'clientId'>,
  { starred, one_click, shortcuts, symbol }: RequestInput<Api['paper.prefer']>['body'],
): Promise<PaperPreferences> {
  const isSymbolGiven = symbol !== undefined;
  return db.one<Stored>(sql`
    insert into paper_preference as p (client_id, starred, one_click, shortcuts, symbol)
    values (${trader.clientId}, ${starred ?? initial.starred}, ${one_click ?? initial.one_click},
            ${shortcuts ?? initial.shortcuts}, ${symbol ?? null})
    on conflict (client_id) do update set
      starred = coalesce(${starred ?? null}::text[], p.starred),
      one_click = coalesce(${one_click ?? null}::boolean, p.one_click),
      shortcuts = coalesce(${shortcuts ?? null}::boolean, p.shortcuts),
      symbol = case when ${isSymbolGiven}::boolean then ${symbol ?? null} else p.symbol end
    returning starred, one_click, shortcuts, symbol`);
}
