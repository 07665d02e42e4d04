import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import twilio from 'twilio';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectTo } from '#test/external-services/connect.ts';
import { startSms } from '#test/external-services/stand-ins.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { isSignedByTwilio, twilioSignature } from './twilio-signature.ts';

// Twilio's own library as a witness: of the stand-in, and of what the adapter takes for signed.

const accountSid = `AC${'0'.repeat(31)}b`;
const authToken = 'token-of-the-witness';
const to = '+4915112345678';
const from = '+4930123456';
let server: TestServer;
let sms: Awaited<ReturnType<typeof startSms>>;
beforeAll(async () => {
  server = await startServer();
  sms = await startSms({ accountSid, authToken, bearer: 'bearer', secret: 'secret', now: () => new Date() });
});
afterAll(async () => {
  await server.close();
  await sms.close();
});

type Request = Parameters<InstanceType<typeof twilio.RequestClient>['request']>[0];

/** With all that it makes of a call, which arrives at the stand-in. */
class ToStandIn extends twilio.RequestClient {
  override request<T>(call: Request & { data?: T }) {
    return super.request({ ...call, uri: call.uri.replace('https://api.twilio.com', sms.url) });
  }
}
const clientOf = (token = authToken) => twilio(accountSid, token, { httpClient: new ToStandIn(), autoRetry: false });
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error as { code?: unknown }).code,
  );

/** The reports that a callback of ours gets. */
async function reports() {
  const got: { signature: string; params: Record<string, string> }[] = [];
  const listener = createServer((request, response) => {
    void text(request).then((raw) => {
      const signature = String(request.headers['x-twilio-signature']);
      got.push({ signature, params: Object.fromEntries(new URLSearchParams(raw)) });
      response.writeHead(204).end();
    });
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  return { got, url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hooks/twilio?of=1`, listener };
}

describe('the stand-in', () => {
  it('sends, shows and lists messages as the library reads them', async () => {
    const { got, url, listener } = await reports();
    const { messages } = clientOf();
    const sent = await messages.create({ to, from, body: 'Code 123456', statusCallback: url, validityPeriod: 600 });
    expect(sent).toMatchObject({ accountSid, to, from, body: 'Code 123456', status: 'queued', numSegments: '1' });
    expect(sent.sid).toMatch(/^SM[0-9a-f]{32}$/);
    await vi.waitUntil(() => got.length === 2);
    expect(await messages(sent.sid).fetch()).toMatchObject({ sid: sent.sid, status: 'delivered', errorCode: null });
    const listed = await messages.list({ to, dateSentAfter: new Date(Date.now() - 86_400_000), limit: 20 });
    expect(listed.map(({ sid }) => sid)).toEqual([sent.sid]);
    expect(await messages.list({ to: '+4915100000000', limit: 20 })).toEqual([]);
    for (const { signature, params } of got)
      expect(twilio.validateRequest(authToken, signature, url, params)).toBe(true);
    expect(got.map(({ params }) => params['MessageStatus'])).toEqual(['sent', 'delivered']);
    listener.close();
  });

  it('refuses by the codes that the library knows', async () => {
    const { messages } = clientOf();
    expect(await codeOf(clientOf('another token').messages.create({ to, from, body: 'x' }))).toBe(20_003);
    expect(await codeOf(messages.create({ to: 'nowhere', from, body: 'x' }))).toBe(21_211);
    expect(await codeOf(messages.create({ to, body: 'x' }))).toBe(21_603);
    expect(await codeOf(messages(`SM${'0'.repeat(32)}`).fetch())).toBe(20_404);
    sms.lie('unsubscribed');
    expect(await codeOf(messages.create({ to, from, body: 'x' }))).toBe(21_610);
    sms.lie('too_many');
    expect(await codeOf(messages.create({ to, from, body: 'x' }))).toBe(20_429);
  });

  it('gives the library what the adapter has sent, and the adapter what the library has', async () => {
    const { id } = await connectTo(server, {
      port: 'messages',
      adapter: 'twilio',
      settings: { account_sid: accountSid, sender: from, stand_in: sms.url },
      secrets: { auth_token: authToken },
    });
    const opened = await server.app.connections.openOne('messages', id);
    if (!opened) throw new Error('no connection');
    const expires = new Date(server.clock.now().getTime() + 600_000);
    const message = { ref: 'W1', to, text: 'Ours – “one”', kind: 'sms' as const, expires, language: 'en' };
    const ours = await opened.port.send(message);
    if (ours.kind !== 'done') throw new Error(ours.kind);
    const { messages } = clientOf();
    expect(await messages(ours.value.id).fetch()).toMatchObject({ to, from, body: message.text });
    const theirs = await messages.create({ to, from, body: 'Theirs' });
    const sought = { ref: 'W2', to, since: new Date(0), isOurs: (body: string) => body === 'Theirs' };
    expect(await opened.port.find({ ...sought, id: null })).toMatchObject({ kind: 'done', value: { id: theirs.sid } });
    expect(await opened.port.find({ ...sought, id: theirs.sid })).toMatchObject({ value: { id: theirs.sid } });
  });
});

describe('a signature', () => {
  const url = 'https://broker.example/hooks/twilio/abc?of=1&b=2';
  const forms: Record<string, string>[] = [
    { MessageSid: 'SM1', MessageStatus: 'delivered', To: to, From: from },
    { b: '2', a: '1', A: '0', 'a.b': '' },
    { Body: 'Grüße – “Übung” 测试 & + = %', To: '+1' },
    {},
  ];
  const call = (signature: string, raw: string, at = url) => ({
    headers: { 'x-twilio-signature': signature },
    raw: Buffer.from(raw),
    url: at,
  });

  it('is the same by both, and accepted by both', () => {
    for (const form of forms) {
      const theirs = twilio.getExpectedTwilioSignature(authToken, url, form);
      expect(twilioSignature(authToken, url, Object.entries(form))).toBe(theirs);
      const raw = new URLSearchParams(form).toString();
      expect(isSignedByTwilio(authToken, call(theirs, raw))).toBe(true);
      expect(twilio.validateRequest(authToken, theirs, url, form)).toBe(true);
    }
  });

  it('counts with and without the usual port by both, and for no other address, form or token by either', () => {
    const [form = {}] = forms;
    const raw = new URLSearchParams(form).toString();
    const withPort = url.replace('.example', '.example:443');
    const signature = twilio.getExpectedTwilioSignature(authToken, withPort, form);
    const both = (token: string, at: string, given: Record<string, string>) => [
      twilio.validateRequest(token, signature, at, given),
      isSignedByTwilio(token, call(signature, new URLSearchParams(given).toString(), at)),
    ];
    expect(raw).not.toBe('');
    expect(both(authToken, url, form)).toEqual([true, true]);
    expect(both(authToken, `${url}0`, form)).toEqual([false, false]);
    expect(both(authToken, url, { ...form, To: '+1' })).toEqual([false, false]);
    expect(both('another token', url, form)).toEqual([false, false]);
  });

  it('of a body in JSON is over its hash in the address by both', () => {
    const body = '{"MessageSid":"SM1","text":"Grüße"}';
    const at = `${url}&bodySHA256=${twilio.getExpectedBodyHash(body)}`;
    const signature = twilio.getExpectedTwilioSignature(authToken, at, {});
    for (const given of [body, `${body} `])
      expect([
        twilio.validateRequestWithBody(authToken, signature, at, given),
        isSignedByTwilio(authToken, call(signature, given, at)),
      ]).toEqual([given === body, given === body]);
  });
});
