import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileQuota } from '#contract/kernel/file-rules.ts';
import { filesEndpoints } from '#contract/kernel/files.ts';
import { platformEndpoints } from '#contract/kernel/platform.ts';
import { realtimeEndpoints } from '#contract/kernel/realtime.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { hostileFiles } from '#test/files/hostile.ts';
import { png, upload } from '#test/files/upload.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { startExternalPlatform } from '#test/trading/external-platform.ts';

const secret = 'shared-between-two-servers-0123';
const { meets, unmet } = refusalsOf({ ...filesEndpoints, ...platformEndpoints, ...realtimeEndpoints });

let elsewhere: TestServer;
let external: Awaited<ReturnType<typeof startExternalPlatform>>;
let server: TestServer;
let ida: Session;
beforeAll(async () => {
  elsewhere = await startServer();
  external = await startExternalPlatform(elsewhere.app, secret);
  server = await startServer({
    env: { TRADING_PLATFORM: 'http', TRADING_PLATFORM_URL: external.url, TRADING_PLATFORM_SECRET: secret },
  });
  ida = await server.register();
});
afterAll(async () => {
  await server.close();
  await external.close();
  await elsewhere.close();
});

meets('realtime.admit', () => [
  () => server.call('POST /pusher/auth', { as: ida, body: { socket_id: '1.1', channel_name: 'private-x' } }),
]);

meets('platform.exchange', async () => {
  const { trading_account_id } = await openTradingAccount(server.app, ida.user, { currency_id: 'USD' });
  await server.drain();
  const issue = async () => {
    await server.call('POST /api/trading-account/autologin', { as: ida, body: { trading_account_id } });
    return external.notified.at(-1)?.token ?? '';
  };
  const exchange = (token: string, bearer = secret) =>
    server.call('POST /api/platform/exchange', { body: { token }, headers: { authorization: `Bearer ${bearer}` } });
  const [used, late] = [await issue(), await issue()];
  await exchange(used);
  return [
    () => exchange(used, 'a-wrong-secret-0123456789'),
    () => exchange('made-up'),
    () => exchange(used),
    () => {
      server.clock.advance(60_000);
      return exchange(late);
    },
  ];
});

meets('files.upload', async () => {
  const [full, rich] = [await server.register(), await server.register()];
  for (let n = 0; n < fileQuota.waiting; n++) await upload(server, full, await png());
  await server.db.run(sql`
    insert into file (id, owner_id, purpose, name, type, size, sha256, key_wrapped, created_at, linked_at)
    values (${newId()}, ${rich.user.id}, 'payment_proof', 'a.pdf', 'application/pdf', ${fileQuota.bytes},
            ${randomBytes(32)}, ${randomBytes(60)}, now(), now())`);
  const codes = filesEndpoints['files.upload'].refusals.slice(2);
  const hostile = codes.map((code) => hostileFiles.find((file) => file.code === code));
  return [
    async () => upload(server, full, await png()),
    async () => upload(server, rich, await png()),
    ...hostile.map((file) => async () => upload(server, ida, (await file?.content()) ?? Buffer.from('none'))),
  ];
});

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
