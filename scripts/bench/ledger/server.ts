import { once } from 'node:events';
import { post, type EntryContext, type Posting } from '#server/ledger/post.ts';
import { postBatch } from '#server/ledger/batch-posting.ts';
import type { App } from '#server/platform/app.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { connect } from '#server/platform/db/database.ts';
import { openLog } from '#server/platform/monitoring/log.ts';
import { buildApp } from '#server/start.ts';
import { root } from '../../run.ts';

/**
 * The product's server with one module: transfers, batched and alone. A process of its own with the database as its
 * first argument; it writes its address and lives until its input ends.
 */
interface Transfer {
  from: string;
  to: string;
  key: string;
}

function transferModule(app: App): void {
  const together = postBatch(app.db);
  const alone = (action: EntryContext, postings: Posting[]) => app.db.tx((tx) => post(tx, action, postings));
  for (const [path, how] of Object.entries({ together, alone })) {
    app.http.post<{ Body: Transfer }>(`/bench/${path}`, async ({ body: { from, to, key } }) => {
      const action = { scope: 'bench', key, kind: 'withdrawal', at: app.clock.now() } as const;
      const { id, replayed } = await how(action, [
        { account: from, amountMinor: -1n },
        { account: to, amountMinor: 1n },
      ]);
      return { id, replayed };
    });
  }
}

const [url = ''] = process.argv.slice(2);
const log = openLog('warn');
const config = readConfig({ NODE_ENV: 'test', CALLS_PER_MINUTE: '0', SETUP: '0' });
const app = await buildApp({
  config,
  db: connect(url, log, { secrets: config }),
  log,
  folder: root,
  pages: false,
  modules: [transferModule],
});
console.log(await app.http.listen({ port: 0, host: '127.0.0.1' }));
process.stdin.resume();
await once(process.stdin, 'end');
await app.http.close();
await app.db.close();
