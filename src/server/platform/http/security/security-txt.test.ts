import { expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { startServer } from '#test/server.ts';

const contact = { SECURITY_CONTACT: 'mailto:security@example.com, https://example.com/report' };
const expiring = { ...contact, SECURITY_EXPIRES: '2026-12-31' };

async function read(env: Record<string, string>) {
  const server = await startServer({ env });
  const request = async () => {
    const response = await fetch(`${server.url}/.well-known/security.txt`);
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  return { server, request };
}

it('names where to report a vulnerability, as RFC 9116 requires, until that expires', async () => {
  const { server, request } = await read({
    ...expiring,
    SECURITY_POLICY: 'https://example.com/policy',
    SECURITY_LANGUAGES: 'en, de',
  });
  expect(await request()).toEqual({
    status: 200,
    type: 'text/plain; charset=utf-8',
    text: [
      'Contact: mailto:security@example.com',
      'Contact: https://example.com/report',
      'Expires: 2026-12-31T00:00:00.000Z',
      'Policy: https://example.com/policy',
      'Preferred-Languages: en, de',
      'Canonical: http://atrium.test/.well-known/security.txt',
      '',
    ].join('\n'),
  });
  server.clock.advance(365 * 86_400_000);
  expect((await request()).status).toBe(404);
  await server.close();
});

it('names the operator’s support where the environment names no contact', async () => {
  const { server, request } = await read({ SUPPORT_EMAIL: 'help@example.com' });
  server.clock.advance(86_400_000);
  const expires = new Date(server.clock.now().getTime() + 30 * 86_400_000).toISOString();
  expect((await request()).text).toContain(`Contact: mailto:help@example.com\nExpires: ${expires}\n`);
  await server.close();
});

it('is not there without a contact', async () => {
  const { server, request } = await read({});
  expect((await request()).status).toBe(404);
  await server.close();
});

it.each([
  [contact, 'SECURITY_EXPIRES'],
  [{ ...expiring, SECURITY_CONTACT: 'security@example.com' }, 'SECURITY_CONTACT'],
  [{ ...expiring, SECURITY_CONTACT: 'http://example.com' }, 'SECURITY_CONTACT'],
  [{ ...expiring, SECURITY_EXPIRES: 'soon' }, 'SECURITY_EXPIRES'],
  [{ ...expiring, SECURITY_LANGUAGES: 'english please' }, 'SECURITY_LANGUAGES'],
])('the settings %j are wrong', (env: Record<string, string>, name) => {
  expect(() => readConfig(env)).toThrow(name);
});
