import { expect, it } from 'vitest';
import { codeAt, stepAt, stepOfCode, toBase32, totpUri } from './totp.ts';

/** The secret of the vectors in RFC 4226 and RFC 6238. */
const secret = Buffer.from('12345678901234567890');

it('gives the codes of RFC 4226, appendix D', () => {
  const codes = Array.from({ length: 10 }, (_, step) => codeAt(secret, step));
  expect(codes).toEqual('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '));
});

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('gives the code of RFC 6238, appendix B, at %i s', (seconds, code) => {
  expect(codeAt(secret, stepAt(new Date(seconds * 1000)))).toBe(code);
});

it('accepts the code of one step before and after, and no other', () => {
  const at = new Date('2026-03-02T15:00:10Z');
  const now = stepAt(at);
  const found = [-2, -1, 0, 1, 2].map((by) => stepOfCode(secret, codeAt(secret, now + by), at));
  expect(found).toEqual([undefined, now - 1, now, now + 1, undefined]);
  expect(stepOfCode(secret, '', at)).toBeUndefined();
  expect(stepOfCode(secret, `${codeAt(secret, now)}0`, at)).toBeUndefined();
});

it('writes secrets and addresses as apps read them', () => {
  expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(totpUri('ABC', 'ida+1@example.com', 'Nord & Co')).toBe(
    'otpauth://totp/Nord%20%26%20Co:ida%2B1%40example.com?secret=ABC&issuer=Nord%20%26%20Co&algorithm=SHA1&digits=6&period=30',
  );
});
