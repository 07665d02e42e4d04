import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** Sentences of refusals, as people read them, speak of no field by the name that programs have for it. */
let server: TestServer;
let admin: Session;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
});
afterAll(() => server.close());

const saidOf = async (body: object, field: string) => {
  const answer = await server.call('POST /api/staff/proposals/confirm', {
    as: admin,
    body: { current_password: admin.password, ...body },
  });
  return answer.refusal.errors?.[field]?.[0]?.message;
};

it('of something that is not there', async () => {
  expect(await saidOf({ proposal_id: 'nonsense' }, 'proposal_id')).toBe('This no longer exists, or the link is wrong.');
});
