import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignedByTwilio, twilioSignature } from './twilio-signature.ts';

describe('a callback of Twilio', () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const form = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  };
  const expected = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';
  const call = (signature: string, at = url, raw = new URLSearchParams(form).toString()) => ({
    headers: { 'x-twilio-signature': signature },
    raw: Buffer.from(raw),
    url: at,
  });

  it('is signed as the vendor’s own example', () => {
    expect(twilioSignature('12345', url, Object.entries(form).toReversed())).toBe(expected);
    expect(isSignedByTwilio('12345', call(expected))).toBe(true);
  });

  it('counts with and without the usual port', () => {
    const withPort = twilioSignature('12345', 'https://mycompany.com:443/myapp.php?foo=1&bar=2', Object.entries(form));
    expect(isSignedByTwilio('12345', call(withPort))).toBe(true);
  });

  it.each([
    ['another token', isSignedByTwilio('54321', call(expected))],
    ['another address', isSignedByTwilio('12345', call(expected, 'https://mycompany.com/other'))],
    [
      'another number',
      isSignedByTwilio('12345', call(expected, url, new URLSearchParams({ ...form, To: '+1' }).toString())),
    ],
    ['no signature', isSignedByTwilio('12345', { headers: {}, raw: Buffer.alloc(0), url })],
  ])('is refused with %s', (_, accepted) => {
    expect(accepted).toBe(false);
  });

  it('with a body in JSON is signed by its address, which has the hash of the body', () => {
    const body = '{"MessageSid":"SM1"}';
    const signed = `https://mycompany.com/hook?bodySHA256=${createHash('sha256').update(body).digest('hex')}`;
    const signature = twilioSignature('12345', signed, []);
    expect(isSignedByTwilio('12345', call(signature, signed, body))).toBe(true);
    expect(isSignedByTwilio('12345', call(signature, signed, `${body} `))).toBe(false);
  });
});
