import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeAlone } from '#test/auth/code-alone.ts';
import { startSms } from '#test/external-services/stand-ins.ts';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { declared, reach } from '#test/compliance/verification.ts';
import { connectTo } from '#test/external-services/connect.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const accountSid = `AC${'0'.repeat(31)}a`;
let server: TestServer;
let sms: Awaited<ReturnType<typeof startSms>>;
let connection: Awaited<ReturnType<typeof connectTo>>;
let viktor: Session;
let numbers = 0;

beforeAll(async () => {
  server = await startServer();
  sms = await startSms({
    accountSid,
    authToken: 'token',
    bearer: 'bearer',
    secret: 'secret',
    now: () => server.clock.now(),
    silenceMs: 200,
  });
  connection = await connectTo(server, {
    port: 'messages',
    adapter: 'twilio',
    settings: { account_sid: accountSid, sender: '+4930123456', stand_in: sms.url },
    secrets: { auth_token: 'token' },
  });
  viktor = await server.register({ roles: ['client', 'compliance'] });
});
afterAll(async () => {
  await server.close();
  await sms.close();
});
beforeEach(() => server.db.run(sql`delete from rate_window`));

const newNumber = () => `+49151${String(10_000_000 + numbers++)}`;

/** A client whose phone can receive messages. */
async function client(phone = newNumber()): Promise<Session & { phone: string }> {
  const session = await declared(server);
  const body = { first_name: 'Ida', second_name: 'Berg', phone, current_password: session.password };
  const saved = await server.call('POST /api/settings/profile', { as: session, body });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.refusal));
  return Object.assign(session, { phone });
}

const request = (as: Session) => server.call('POST /api/verification/phone-code', { as, body: {} });
const enter = (as: Session, code: string) =>
  server.call('POST /api/verification/phone-code/enter', { as, body: { code } });
const sentTo = (phone: string) => sms.messages.filter(({ to }) => to === phone);
const codeOf = (phone: string) => /#(\d{6})$/.exec(sentTo(phone).at(-1)?.body ?? '')?.[1] ?? '';
const fault = ({ refusal }: { refusal: { code?: string; errors?: Record<string, { code: string }[]> } }) =>
  refusal.errors?.['code']?.[0]?.code ?? refusal.code;
const deliveryOf = async (as: Session) =>
  (
    await server.db.one<{ delivery: string }>(sql`
      select delivery from verification_phone_code where client_id = ${as.user.id} order by created_at desc, id desc limit 1`)
  ).delivery;
/** This code, which is wrong unless by chance it is the right one. */
const otherThan = (right: string, code: string) => (code === right ? wrong(right) : code);
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a code', () => {
  it('confirms the phone, raises the level, and shows staff what confirmed it and when', async () => {
    const ida = await client();
    const asked = await request(ida);
    expect(asked.body).toMatchObject({
      phone_confirmed: false,
      phone_code: { available: true, sent: { delivery: 'sent' } },
    });
    const code = codeOf(ida.phone);
    expect(sentTo(ida.phone)[0]?.body).toMatch(new RegExp(`^${code} is your .+\\n\\n@atrium\\.test #${code}$`));
    const entered = await enter(ida, ` ${code.slice(0, 3)} ${code.slice(3)}`);
    expect(entered.body).toMatchObject({
      level: 2,
      phone_confirmed: true,
      phone_proof: { by: 'code', at: server.clock.now().toISOString() },
    });
    const seen = await server.call('POST /api/staff/verification/case', {
      as: viktor,
      body: { client_id: ida.user.id },
    });
    expect(seen.body.client.phone_proof).toMatchObject({ by: 'code', who: null, how: null });
    expect(fault(await request(ida))).toBe('verification.phone_confirmed');
    expect(fault(await enter(ida, code))).toBe('payments.code_expired');
  });

  it('is stored as a hash, and no log has it', async () => {
    const ida = await client();
    await request(ida);
    const code = codeOf(ida.phone);
    const { row } = await server.db.one<{ row: string }>(
      sql`select k::text as row from verification_phone_code k where client_id = ${ida.user.id}`,
    );
    expect(row).not.toMatch(codeAlone(code));
    expect(server.logged.join('\n')).not.toMatch(codeAlone(code));
    const { calls } = await server.db.one<{ calls: string }>(
      sql`select coalesce(string_agg(n::text, ' '), '') as calls from connection_call n`,
    );
    expect(calls).not.toMatch(codeAlone(code));
  });

  it('ends after ten minutes, after five attempts, and with the next one', async () => {
    const ida = await client();
    await request(ida);
    const first = codeOf(ida.phone);
    expect((await request(ida)).status).toBe(429);
    server.clock.advance(61_000);
    await request(ida);
    const second = codeOf(ida.phone);
    expect(fault(await enter(ida, otherThan(second, first)))).toBe('payments.code_wrong');
    server.clock.advance(600_000);
    expect(fault(await enter(ida, second))).toBe('payments.code_expired');
    await request(ida);
    const third = codeOf(ida.phone);
    for (const left of [4, 3, 2, 1, 0]) {
      const { refusal } = await enter(ida, wrong(third));
      expect(refusal.errors?.['code']?.[0]).toMatchObject({ code: 'payments.code_wrong', params: { left } });
    }
    expect(fault(await enter(ida, third))).toBe('payments.code_attempts');
  });

  it('takes no more concurrent attempts than five', async () => {
    const ida = await client();
    await request(ida);
    const code = codeOf(ida.phone);
    const tries = await Promise.all(Array.from({ length: 12 }, () => enter(ida, wrong(code))));
    expect(tries.filter((each) => fault(each) === 'payments.code_wrong')).toHaveLength(5);
    expect(fault(await enter(ida, code))).toBe('payments.code_attempts');
  });

  it('is of one client and one number', async () => {
    const [ida, ben] = [await client(), await client()];
    await request(ida);
    await request(ben);
    const code = codeOf(ida.phone);
    expect(fault(await enter(ben, otherThan(codeOf(ben.phone), code)))).toBe('payments.code_wrong');
    const next = newNumber();
    await server.call('POST /api/settings/profile', {
      as: ida,
      body: { first_name: 'Ida', second_name: 'Berg', phone: next, current_password: ida.password },
    });
    expect(fault(await enter(ida, code))).toBe('payments.code_expired');
  });

  it('opens nothing when its row is given to another client or number', async () => {
    const [ida, mallory] = [await client(), await client()];
    await request(ida);
    await request(mallory);
    const code = codeOf(mallory.phone);
    await forge(
      server.ownerUrl,
      sql`update verification_phone_code set code_hash = (
            select code_hash from verification_phone_code where client_id = ${mallory.user.id})
          where client_id = ${ida.user.id}`,
    );
    expect(fault(await enter(ida, code))).toBe('payments.code_wrong');
  });
});

describe('a confirmed phone', () => {
  it('is unconfirmed with another number, also when the client returns to it', async () => {
    const ida = await client();
    await request(ida);
    await enter(ida, codeOf(ida.phone));
    const to = async (phone: string) =>
      server.call('POST /api/settings/profile', {
        as: ida,
        body: { first_name: 'Ida', second_name: 'Berg', phone, current_password: ida.password },
      });
    const show = async () => (await server.call('POST /api/verification', { as: ida, body: {} })).body;
    await to(newNumber());
    expect(await show()).toMatchObject({ phone_confirmed: false, phone_proof: null, level: 1 });
    await to(ida.phone);
    expect(await show()).toMatchObject({ phone_confirmed: false, phone_proof: null });
  });

  it('can still be confirmed by staff, who are named', async () => {
    const ida = await client();
    await reach(server, viktor, ida);
    const seen = await server.call('POST /api/staff/verification/case', {
      as: viktor,
      body: { client_id: ida.user.id },
    });
    expect(seen.body.client.phone_proof).toMatchObject({
      by: 'staff',
      who: viktor.user.full_name,
      how: 'Called him back.',
    });
  });

  it('is proven by a used code alone', async () => {
    const ida = await client();
    await request(ida);
    const insert = sql`
      insert into verification_phone (id, client_id, phone, code_id, at)
      select gen_random_uuid(), client_id, phone, id, ${server.clock.now()} from verification_phone_code where client_id = ${ida.user.id}`;
    await expect(server.app.db.run(insert)).rejects.toMatchObject({ constraint: 'verification_phone_code_used' });
  });
});

describe('sending', () => {
  it('is one message, however many ask at once', async () => {
    const ida = await client();
    const asked = await Promise.all(Array.from({ length: 6 }, () => request(ida)));
    expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429, 429, 429]);
    expect(sentTo(ida.phone)).toHaveLength(1);
  });

  it('is limited by number, by network and by country', async () => {
    const ida = await client();
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await request(ida)).status).toBe(200);
      server.clock.advance(61_000);
    }
    expect((await request(ida)).status).toBe(429);
    await server.db.run(sql`delete from rate_window`);
    await server.db.run(sql`update verification_setting set codes_per_country = 1`);
    expect((await request(await client('+33612345678'))).status).toBe(200);
    expect((await request(await client('+33612345679'))).status).toBe(429);
    await server.db.run(sql`update verification_setting set codes_per_country = 200`);
    const address = '198.51.100.77';
    const from = async () => request({ ...(await client()), address });
    for (let sent = 0; sent < 10; sent += 1) expect((await from()).status).toBe(200);
    expect((await from()).status).toBe(429);
  });

  it('is refused to numbers that take no messages, and without a connection', async () => {
    const ida = await client('+4930901820');
    expect(fault(await request(ida))).toBe('verification.phone_unreachable');
    const ben = await client();
    await connection.off();
    expect(fault(await request(ben))).toBe('verification.phone_codes_off');
    const shown = await server.call('POST /api/verification', { as: ben, body: {} });
    expect(shown.body.phone_code).toEqual({ available: false, sent: null });
    connection = await connectTo(server, {
      port: 'messages',
      adapter: 'twilio',
      settings: { account_sid: accountSid, sender: '+4930123456', stand_in: sms.url },
      secrets: { auth_token: 'token' },
    });
  });

  it('that has no clear answer is looked up, and never repeated', async () => {
    for (const lie of ['reset', 'empty', 'html', 'wrong_types'] as const) {
      const ida = await client();
      sms.lie(lie);
      expect((await request(ida)).body.phone_code.sent?.delivery).toBe('unknown');
      await expect.poll(() => sentTo(ida.phone)[0]?.status).toBe('delivered');
      server.clock.advance(31_000);
      await server.app.jobs.run('verification.phone_codes');
      expect([lie, sentTo(ida.phone).length, await deliveryOf(ida)]).toEqual([lie, 1, 'delivered']);
      expect((await enter(ida, codeOf(ida.phone))).status).toBe(200);
    }
  });

  it('that never reached the provider counts as failed after a while', async () => {
    const ida = await client();
    sms.lie('busy');
    expect((await request(ida)).body.phone_code.sent?.delivery).toBe('unknown');
    expect(sentTo(ida.phone)).toHaveLength(0);
    server.clock.advance(1_000_000);
    await server.app.jobs.run('verification.phone_codes');
    expect(await deliveryOf(ida)).toBe('failed');
  });

  it('is refused with the provider’s refusal', async () => {
    for (const [lie, code] of [
      ['unsubscribed', 'verification.phone_unreachable'],
      ['moved', 'verification.phone_unreachable'],
      ['too_many', 'verification.phone_codes_off'],
    ] as const) {
      const ida = await client();
      sms.lie(lie);
      expect(fault(await request(ida))).toBe(code);
      expect(await deliveryOf(ida)).toBe('failed');
    }
  });

  it('survives a crash between the call and its answer', async () => {
    const ida = await client();
    await request(ida);
    await expect.poll(() => sentTo(ida.phone)[0]?.status).toBe('delivered');
    await server.db.run(sql`
      update verification_phone_code set delivery = 'sending', message_id = null where client_id = ${ida.user.id}`);
    server.clock.advance(31_000);
    await server.app.jobs.run('verification.phone_codes');
    expect([sentTo(ida.phone).length, await deliveryOf(ida)]).toEqual([1, 'delivered']);
  });
});

describe('a report', () => {
  const report = async (subject: string, status: string) => {
    const [sender] = await server.app.connections.open('messages');
    if (!sender) throw new Error('no connection');
    return server.app.connections.handlerOf('messages')!(
      {
        id: '1',
        connectionId: sender.id,
        eventId: `${subject}:${status}`,
        type: `message.${status}`,
        subject,
        ref: null,
        receivedAt: server.clock.now(),
        headers: {},
        body: Buffer.alloc(0),
      },
      sender,
    );
  };

  it('counts by what the provider says when asked, in any order and any number', async () => {
    const ida = await client();
    sms.lie('filtered');
    await request(ida);
    await expect.poll(() => sentTo(ida.phone)[0]?.status).toBe('failed');
    const sid = sentTo(ida.phone)[0]?.sid ?? '';
    for (const status of ['delivered', 'failed', 'sent', 'delivered']) expect(await report(sid, status)).toBe('done');
    expect(await deliveryOf(ida)).toBe('failed');
    expect((await server.call('POST /api/verification', { as: ida, body: {} })).body.phone_code.sent?.delivery).toBe(
      'failed',
    );
  });

  it('about an unknown message changes nothing', async () => {
    await server.db.run(
      sql`update verification_phone_code set delivery = 'sent' where delivery in ('sending', 'unknown')`,
    );
    expect(await report(`SM${'f'.repeat(32)}`, 'delivered')).toBe('ignored');
  });

  it('is not lost when it comes before the answer', async () => {
    const ida = await client();
    await request(ida);
    await expect.poll(() => sentTo(ida.phone)[0]?.status).toBe('delivered');
    const sid = sentTo(ida.phone)[0]?.sid ?? '';
    await server.db.run(
      sql`update verification_phone_code set delivery = 'sending', message_id = null where client_id = ${ida.user.id}`,
    );
    await expect(report(sid, 'delivered')).rejects.toThrow('may be about it');
  });
});
