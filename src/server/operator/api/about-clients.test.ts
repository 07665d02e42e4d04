import { afterAll, beforeAll, expect, it } from 'vitest';
import { scopeOfTwo, scopes } from '#contract/operator/names.ts';
import { newId } from '#server/platform/id.ts';
import { answers, declared, personalData } from '#test/compliance/verification.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** What a data warehouse copies of clients besides their row: what they accept and declare, and what is noted about them. */
let server: TestServer;
let warehouse: Program;
let admin: Session;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  warehouse = await keyFor(server, admin, { name: 'Warehouse', scopes: scopes.filter((each) => each !== scopeOfTwo) });
});
afterAll(() => server.close());

type List = 'consents' | 'notes' | 'declarations' | 'economic-profiles';
const read = async (list: List, query: Record<string, string> = {}) => {
  const route = `GET /api/operator/v1/${list}` as const;
  const { body } = await server.call(route, { query, headers: { authorization: warehouse } });
  return body as unknown as { data: Record<string, unknown>[]; next_cursor: string | null };
};

it('consents are listed once they are given, with what the client has read', async () => {
  server.clock.advance(1000);
  const since = server.clock.now().toISOString();
  const { user } = await server.register();
  server.clock.advance(1000);
  const { data } = await read('consents', { updated_since: since });
  expect(data).toMatchObject([{ client_id: user.id, document: 'terms', version: 1, language: 'en' }]);
  expect((await read('consents', { client_id: user.id })).data).toEqual(data);
  const every = (await read('consents', { limit: '200' })).data;
  expect(every[0]).toEqual(data[0]);
  expect(new Set(every.map(({ id }) => id)).size).toBe(every.length);
});

it('notes name who wrote them: a person, or a program and who answers for it', async () => {
  const { user } = await server.register();
  const as = admin;
  await server.call('POST /api/staff/clients/note', { as, body: { client_id: user.id, text: 'Asked for a call.' } });
  server.clock.advance(1000);
  const since = server.clock.now().toISOString();
  const body = { text: 'Called.' };
  const headers = { authorization: warehouse, 'idempotency-key': newId() };
  await server.call('POST /api/operator/v1/clients/:id/notes', { params: { id: user.id }, body, headers });
  server.clock.advance(1000);
  const { data } = await read('notes', { client_id: user.id });
  const ofBoth = { client_id: user.id, author_id: admin.user.id };
  expect(data).toMatchObject([
    { ...ofBoth, text: 'Called.', key_id: expect.any(String) as string },
    { ...ofBoth, text: 'Asked for a call.', key_id: null },
  ]);
  expect((await read('notes', { updated_since: since })).data).toEqual(data.slice(0, 1));
});

it('declarations are listed as they were made, and once more when something is corrected', async () => {
  const { user } = await declared(server);
  server.clock.advance(1000);
  const since = server.clock.now().toISOString();
  await server.call('POST /api/operator/v1/clients/:id/person', {
    params: { id: user.id },
    body: { first_name: 'Ida', second_name: 'Berg', birth_on: '1990-05-18', reason: 'Typing error in the form' },
    headers: { authorization: warehouse, 'idempotency-key': newId() },
  });
  server.clock.advance(1000);
  const { data } = await read('declarations', { client_id: user.id });
  const { phone: _phone, ...rest } = personalData;
  expect(data).toMatchObject([
    { ...rest, client_id: user.id, birth_on: '1990-05-18', phone: '+4930901820' },
    { ...rest, client_id: user.id },
  ]);
  expect((await read('declarations', { client_id: user.id, updated_since: since })).data).toEqual(data.slice(0, 1));
  expect((await read('economic-profiles', { client_id: user.id })).data).toMatchObject([
    { client_id: user.id, version: 1, answers },
  ]);
});
