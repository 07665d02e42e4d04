import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePlatform } from '#server/trading/platform-contract.ts';
import { holderOnPaper, nextNumber, openNumbered, postingPlatform } from '#test/trading/on-paper.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

describePlatform('paper', async () => ({
  platform: postingPlatform(server.app),
  tx: server.db.tx,
  ...holderOnPaper(server),
  async openAccount() {
    const number = await nextNumber(server.app);
    await openNumbered(server.app, { number, currency: 'USD', leverage: 100 });
    return number;
  },
}));

it('is what an installation has that names no other', () => {
  expect(server.config.remotePlatform).toBeUndefined();
});
