import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import type { MirroredBook } from '#contract/trading/mirrored-books.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';

interface Row {
  clientId: string;
  name: string;
  email: string;
  symbol: string;
  net: string;
  gross: string;
  accounts: bigint[];
  since: Date;
}

const shown = 200;

/** Clients who are long and short in one instrument over their accounts, those first who have been so the longest. */
export async function listMirroredBooks(app: App, limit = shown): Promise<ResponseBody<Api['trading.mirrored_books']>> {
  const rows = await app.db.rows<Row>(sql`
    select m.client_id as "clientId", c.full_name as name, c.email, m.symbol,
           trim_scale(m.net_volume) as net, trim_scale(m.gross_volume) as gross, m.accounts, m.since
    from paper_mirrored_book m join person c on c.id = m.client_id
    order by m.since, m.client_id, m.symbol limit ${limit}`);
  const { count } = await app.db.one<{ count: number }>(sql`select count(*)::int as count from paper_mirrored_book`);
  return { books: rows.map(show), count };
}

function show(row: Row): MirroredBook {
  const { clientId, name, email, symbol, net, gross, accounts, since } = row;
  return {
    client: { id: clientId, name, email },
    symbol,
    net,
    gross,
    trading_account_ids: accounts.map(String),
    since: since.toISOString(),
  };
}

const columns: Columns<MirroredBook> = {
  client: ({ client }) => client.name,
  client_id: ({ client }) => client.id,
  email: ({ client }) => client.email,
  symbol: ({ symbol }) => symbol,
  net: ({ net }) => ({ number: net }),
  gross: ({ gross }) => ({ number: gross }),
  trading_accounts: (book) => book.trading_account_ids.join(' '),
  since_utc: ({ since }) => since,
};

/** The same as a file. */
export const mirroredBooksFile = (app: App, me: Person): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'mirrored-books',
    action: 'trading.mirrored_books_file',
    filter: {},
    columns,
    read: async (limit) => (await listMirroredBooks(app, limit)).books,
  });
