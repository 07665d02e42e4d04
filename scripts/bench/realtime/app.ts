import { readConfig } from '#server/platform/config/config.ts';
import { connect } from '#server/platform/db/database.ts';
import { openLog } from '#server/platform/monitoring/log.ts';
import { buildApp } from '#server/start.ts';
import { root } from '../../run.ts';
import { answering } from './child.ts';

/** The product's server on a database that outlives it; stops as it does in earnest. */
const [url = '', port = '0'] = process.argv.slice(2);
const log = openLog('error');
const config = readConfig({ NODE_ENV: 'test', TRUST_PROXY: '1', CALLS_PER_MINUTE: '0', SETUP: '0' });
const app = await buildApp({ config, db: connect(url, log, { secrets: config }), log, folder: root, pages: false });

answering({
  listen: async () => ({ url: await app.http.listen({ port: Number(port), host: '127.0.0.1' }) }),
});
process.on('SIGTERM', () => void app.http.close().then(() => process.exit(0)));
