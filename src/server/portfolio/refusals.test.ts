import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portfolioEndpoints } from '#contract/portfolio/endpoints.ts';
import { ofOtherProofs, refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const none = randomUUID();
const { meets, unmet } = refusalsOf(portfolioEndpoints);

let server: TestServer;
let adam: Session;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  adam = await server.register({ roles: ['admin'] });
  ida = await server.register();
});
afterAll(() => server.close());

meets('portfolio.statement', () => [
  () =>
    server.call('GET /api/portfolio/statement', {
      as: ida,
      query: { from: '2026-03-02', to: '2026-03-01', format: 'pdf' },
    }),
]);

meets(
  'portfolio.set_tier',
  () => {
    const set = (client_id: string, until = '2020-01-01', current_password = adam.password) =>
      server.call('POST /api/staff/clients/tier', {
        as: adam,
        body: { client_id, tier: 'vip', until, reason: 'Long a client elsewhere', current_password },
      });
    return [
      () => set(adam.user.id, '2020-01-01', 'wrong'),
      () => set(adam.user.id),
      () => set(none),
      () => set(ida.user.id),
      async () => {
        await set(ida.user.id, '2026-03-10');
        return set(ida.user.id, '2026-03-11');
      },
    ];
  },
  ofOtherProofs,
);

meets('portfolio.end_tier', () => {
  const end = (client_id: string) =>
    server.call('POST /api/staff/clients/tier/end', { as: adam, body: { client_id, reason: 'As agreed' } });
  return [() => end(none), () => end(ida.user.id)];
});

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
