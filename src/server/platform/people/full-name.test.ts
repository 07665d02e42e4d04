import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Language } from '#contract/kernel/languages.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let staff: Session;
beforeAll(async () => {
  server = await startServer();
  staff = await server.register({ roles: ['client', 'support'] });
});
afterAll(() => server.close());

it.each<[Language, string, string, string]>([
  ['en', 'Ada', 'Byrne', 'Ada Byrne'],
  ['hu', 'János', 'Nagy', 'Nagy János'],
  ['ar', 'ليلى', 'حداد', 'ليلى حداد'],
])(
  'the name of a person follows their language, %s, and is found in either order',
  async (language, first, second, name) => {
    const { user } = await server.register({ first_name: first, second_name: second, language });
    expect(user.full_name).toBe(name);
    for (const search of [`${first} ${second}`, `${second} ${first}`]) {
      const { body } = await server.call('POST /api/staff/clients', { as: staff, body: { search } });
      expect(body.clients.map(({ full_name }) => full_name)).toEqual([name]);
    }
  },
);
