import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { screeningEndpoints } from '#contract/screening/endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { confirmAs, waitingFor } from '#test/compliance/approvals.ts';
import { openLists } from '#test/compliance/screening.ts';
import { ofOtherProofs, refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const none = randomUUID();
const { meets, unmet } = refusalsOf(screeningEndpoints);

let server: TestServer;
let lists: Awaited<ReturnType<typeof openLists>>;
let vera: Session;
let viktor: Session;
beforeAll(async () => {
  server = await startServer();
  lists = await openLists(server);
  vera = await server.register({ roles: ['client', 'compliance'] });
  viktor = await server.register({ roles: ['client', 'compliance'] });
  await lists.connect();
});
afterAll(async () => {
  await server.close();
  await lists.lists.close();
});

/** A client whose name is on a list, and the hit. */
async function listed(number: number): Promise<{ client: Session; hit: string }> {
  const client = await server.register();
  await lists.rename(client, number);
  const body = { client_id: client.user.id };
  const { hits } = (await server.call('POST /api/staff/screening', { as: vera, body })).body;
  return { client, hit: hits[0]?.id ?? '' };
}

for (const act of ['clear', 'confirm'] as const) {
  meets(
    `screening.${act}`,
    async () => {
      const [own, open, decided] = [await listed(0), await listed(2), await listed(7)];
      await server.db.run(sql`update person set roles = '{client,compliance}' where id = ${own.client.user.id}`);
      const decide = (hit_id: string, as = vera, current_password = as.password) =>
        server.call(`POST /api/staff/screening/${act}`, {
          as,
          body: { hit_id, reason: 'Compared.', current_password },
        });
      return [
        () => decide(none, vera, 'wrong'),
        () => decide(none),
        () => decide(own.hit, own.client),
        async () => {
          await decide(decided.hit);
          await confirmAs(server, viktor, await waitingFor(server, decided.client.user.id, 'screening'));
          return decide(decided.hit);
        },
        async () => {
          await decide(open.hit);
          return decide(open.hit);
        },
      ];
    },
    ofOtherProofs,
  );
}

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
