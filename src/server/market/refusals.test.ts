import { afterAll, beforeAll, expect, it } from 'vitest';
import { economyEndpoints } from '#contract/market/economy.ts';
import { marketEndpoints } from '#contract/market/endpoints.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type TestServer } from '#test/server.ts';

const { meets, unmet } = refusalsOf({ ...marketEndpoints, ...economyEndpoints });

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

meets('economy.calendar', async () => {
  const as = await server.register();
  const query = { from: '2026-03-01T00:00:00Z', to: '2026-04-02T00:00:00Z' };
  return [() => server.call('GET /api/market/economic-calendar', { as, query })];
});

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
