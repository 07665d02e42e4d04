import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

it('starts the real server on a database of its own', async () => {
  const response = await fetch(`${server.url}/readyz`);
  expect(await response.json()).toMatchObject({
    status: 'ready',
    database_connections: { size: 16 },
    clock: { is_off: false },
    disk: { free_bytes: expect.any(Number) },
  });
  expect(server.logged.join('')).toContain('answered');
});
