import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type RefusalBody, type Session, type TestServer } from '#test/server.ts';

/** Sentences of refusals, as people read them, speak of no field by the name that programs have for it. */
let server: TestServer;
let admin: Session;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
});
afterAll(() => server.close());

const messageOf = ({ refusal }: { refusal: RefusalBody }, field: string) => refusal.errors?.[field]?.[0]?.message;

it('of a missing object, which need never have existed', async () => {
  const response = await server.call('POST /api/staff/approvals/approve', {
    as: admin,
    body: { current_password: admin.password, approval_request_id: 'nonsense' },
  });
  expect(messageOf(response, 'approval_request_id')).toBe('We couldn’t find this. The link may be wrong.');
});

it('of a field without a name of its own', async () => {
  const response = await server.call('POST /api/staff/settings/save', {
    as: admin,
    body: { key: 'brand.name', value: 'Nord', reason: 'as agreed', version: 'nonsense' as never },
  });
  expect(messageOf(response, 'version')).toBe('This field: this value isn’t valid. Check its format.');
});

it('of a part of a list', async () => {
  const text = { language: 'xx', title: 'Late', fix: '' };
  const body = { purpose: 'block', texts: [text] } as never;
  const response = await server.call('POST /api/staff/reasons/add', { as: admin, body });
  expect(messageOf(response, 'texts.0.language')).toBe('Language: choose one of the options.');
});

it('of an unknown field, which has only the name that the caller gave it', async () => {
  const response = await server.call('POST /api/staff/settings/save', {
    as: admin,
    body: { key: 'brand.name', value: 'Nord', reason: 'as agreed', version: 0, home_phone: '7' },
  });
  expect(messageOf(response, 'home_phone')).toBe('home_phone: this field isn’t supported here.');
});
