import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenConnection } from '#server/platform/connections/connections.ts';
import { connectTo } from '#test/external-services/connect.ts';
import { commonLies, smsLies, startSms } from '#test/external-services/stand-ins.ts';
import { startServer, type TestServer } from '#test/server.ts';

const accountSid = `AC${'0'.repeat(31)}a`;
const to = '+4915112345678';
let server: TestServer;
let sms: Awaited<ReturnType<typeof startSms>>;

beforeAll(async () => {
  server = await startServer();
  sms = await startSms({
    accountSid,
    authToken: 'token',
    bearer: 'bearer',
    secret: 'secret',
    slowMs: 16_000,
    silenceMs: 16_000,
    now: () => server.clock.now(),
  });
});
afterAll(async () => {
  await server.close();
  await sms.close();
});

const adapters = {
  twilio: () => ({
    settings: { account_sid: accountSid, sender: '+4930123456', stand_in: sms.url },
    secrets: { auth_token: 'token' },
  }),
  http_gateway: () => ({
    settings: { address: `${sms.url}/gateway`, sender: 'Atrium' },
    secrets: { bearer: 'bearer', signing_secret: 'secret' },
  }),
} as const;

/** What each lie may end as; a message that the provider has must never be sent by another call. */
const outcomes: Record<string, string> = {
  reset: 'unknown',
  empty: 'unknown',
  html: 'unknown',
  busy: 'unknown',
  silence: 'unknown',
  wrong_types: 'unknown',
  slow: 'unknown',
  too_many: 'refused later',
  unsubscribed: 'refused never',
  moved: 'refused never',
};

const isLong = (lie: string) => lie === 'silence' || lie === 'slow';
/** Checks of calls that end only by their time-out: those of both adapters pass at the same time. */
const late: Promise<void>[] = [];

describe.each(['twilio', 'http_gateway'] as const)('%s', (adapter) => {
  const connect = async (more: object = {}) => {
    const { id } = await connectTo(server, { port: 'messages', adapter, ...adapters[adapter](), ...more });
    const opened = await server.app.connections.openOne('messages', id);
    if (!opened) throw new Error('no connection');
    return opened;
  };
  const message = (ref: string) => ({
    ref,
    to,
    text: `Code ${ref}`,
    kind: 'sms' as const,
    expires: new Date(server.clock.now().getTime() + 600_000),
    language: 'en',
  });
  const look = ({ port }: OpenConnection<'messages'>, ref: string, id: string | null) =>
    port.find({ ref, id, to, since: server.clock.now(), isOurs: (text) => text === `Code ${ref}` });
  const inBooks = (ref: string) => sms.messages.filter(({ body }) => body === `Code ${ref}`);

  it('passes the test of a connection, and fails it with a wrong secret', async () => {
    expect(await (await connect()).port.test()).toMatchObject({ ok: true });
    const secrets = Object.fromEntries(Object.keys(adapters[adapter]().secrets).map((name) => [name, 'wrong']));
    const { port } = await connect({ secrets });
    expect(await port.test()).toMatchObject({ ok: false, steps: [{ ok: false }] });
  });

  // A connection for each lie, because many failures pause the calls of one.
  it('tells the truth about each lie: one message at most, which is found again', async () => {
    const cases = await Promise.all(
      [...commonLies, ...smsLies].map(async (lie) => ({ lie, sender: await connect(), ref: `${adapter}-${lie}` })),
    );
    for (const { lie, sender, ref } of cases.toSorted((a, b) => Number(isLong(b.lie)) - Number(isLong(a.lie)))) {
      sms.lie(lie);
      const sending = sender.port.send(message(ref));
      const check = async () => {
        const sent = await sending;
        const ended = sent.kind === 'refused' ? `refused ${sent.again}` : sent.kind;
        expect([lie, ended]).toEqual([lie, outcomes[lie] ?? 'done']);
        const kept = inBooks(ref);
        expect([lie, kept.length]).toEqual([lie, ['busy', 'too_many', 'unsubscribed'].includes(lie) ? 0 : 1]);
        const found = await look(sender, ref, sent.kind === 'done' ? sent.value.id : null);
        // The gateway has given it to another phone, so that no report makes it delivered.
        const isElsewhere = lie === 'moved' && adapter === 'http_gateway';
        const seen = { id: kept[0]?.sid, ...(isElsewhere && { state: 'failed', reason: 'another_number' }) };
        expect(found).toMatchObject({ kind: 'done', value: kept[0] ? seen : null });
      };
      if (isLong(lie)) {
        late.push(check());
        // The next lie is for the next call.
        await vi.waitUntil(() => inBooks(ref).length === 1, 20_000);
      } else await check();
    }
  });
});

it('ends a call without an answer after fifteen seconds', async () => {
  expect(late).toHaveLength(4);
  await Promise.all(late);
});
