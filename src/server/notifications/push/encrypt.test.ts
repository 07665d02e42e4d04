import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decrypt, newReceiver } from '#test/external-services/push.ts';
import { encrypt, maxBytes } from './encrypt.ts';
import { authorization } from './vapid.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

describe('a message for a browser', () => {
  it('is as the example of RFC 8291 has it', () => {
    const receiver = {
      p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
      auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    };
    const chance = {
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    };
    const message = encrypt(Buffer.from('When I grow up, I want to be a watermelon'), receiver, chance);
    expect(message.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  it('is read by the steps of a receiver, and is another each time', () => {
    const { publicKey, auth, read } = newReceiver();
    const receiver = { p256dh: publicKey, auth };
    const content = Buffer.from('Grüße · مرحبا');
    const [one, two] = [encrypt(content, receiver), encrypt(content, receiver)];
    expect(read(one).toString()).toBe('Grüße · مرحبا');
    expect(read(two).equals(content)).toBe(true);
    expect(one.equals(two)).toBe(false);
    const stranger = newReceiver();
    expect(() => decrypt(one, stranger)).toThrow('authenticate');
  });

  it('holds as much as push services accept, and no more', () => {
    const { publicKey, auth, read } = newReceiver();
    const receiver = { p256dh: publicKey, auth };
    expect(read(encrypt(Buffer.alloc(maxBytes, 'x'), receiver))).toHaveLength(maxBytes);
    expect(() => encrypt(Buffer.alloc(maxBytes + 1), receiver)).toThrow(RangeError);
  });
});

it('proves the sender to the push service', () => {
  const { publicKey, privateKey } = newReceiver();
  const at = new Date('2026-03-02T10:00:00Z');
  const header = authorization({ publicKey, privateKey }, 'https://push.example.com/a/b', 'mailto:it@example.com', at);
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(key).toBe(publicKey.toString('base64url'));
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: 'https://push.example.com',
    exp: at.getTime() / 1000 + 43_200,
    sub: 'mailto:it@example.com',
  });
  const x = publicKey.subarray(1, 33).toString('base64url');
  const y = publicKey.subarray(33).toString('base64url');
  const checked = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const proof = { key: checked, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), proof, bytes(signature))).toBe(true);
  expect(verify('sha256', Buffer.from(`${head}x.${claims}`), proof, bytes(signature))).toBe(false);
});
