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

const textOf = async (body: object, field: string) => {
  const response = await server.call('POST /api/staff/approvals/approve', {
    as: admin,
    body: { current_password: admin.password, ...body },
  });
  return response.refusal.errors?.[field]?.[0]?.message;
};

it('of a missing object', async () => {
  expect(await textOf({ approval_request_id: 'nonsense' }, 'approval_request_id')).toBe(
    'This no longer exists, or the link is wrong.',
  );
});
