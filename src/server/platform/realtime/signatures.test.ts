import { describe, expect, it } from 'vitest';
import { objectionTo, signCall, signChannel, signedQuery, signUser } from './signatures.ts';

/** The examples that the protocol's own documentation gives. */
const own = { appId: '3', key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' };

describe('a signature is that of the protocol', () => {
  it.each([
    [
      'of a private channel',
      signChannel(own, '1234.1234', 'private-foobar'),
      '58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4',
    ],
    [
      'of a presence channel',
      signChannel(own, '1234.1234', 'presence-foobar', '{"user_id":10,"user_info":{"name":"Mr. Channels"}}'),
      '31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80',
    ],
    [
      'of a user',
      signUser(own, '1234.1234', '{"id":"12345"}'),
      '4708d583dada6a56435fb8bc611c77c359a31eebde13337c16ab43aa6de336ba',
    ],
  ])('%s', (_, signature, expected) => expect(signature).toBe(`${own.key}:${expected}`));

  it('of a call', () => {
    const query = {
      auth_version: '1.0',
      auth_key: own.key,
      body_md5: 'ec365a775a4cd0599faeb73354201b6f',
      auth_timestamp: '1353088179',
    };
    expect(signCall(own.secret, { method: 'post', path: '/apps/3/events', query })).toBe(
      'da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c',
    );
  });
});

describe('a call', () => {
  const at = 1_353_088_179;
  const call = { method: 'POST', path: '/apps/3/events', query: {}, body: '{"name":"foo"}' };
  const query = signedQuery(own, call, at);
  const objection = (changed: object, now = at) => objectionTo(own, { ...call, query, ...changed }, now);

  it('that we signed is believed for ten minutes', () => {
    expect(objection({})).toBeUndefined();
    expect(objection({}, at + 600)).toBeUndefined();
    expect(objection({}, at + 601)).toContain('auth_timestamp');
    expect(objection({}, at - 601)).toContain('auth_timestamp');
  });

  it.each([
    [{ body: '{"name":"bar"}' }, 'body_md5'],
    [{ path: '/apps/4/events' }, 'auth_signature'],
    [{ method: 'GET' }, 'auth_signature'],
    [{ query: { ...query, info: 'user_count' } }, 'auth_signature'],
    [{ query: { ...query, auth_key: 'another' } }, 'auth_key'],
    [{ query: { ...query, auth_version: '2.0' } }, 'auth_version'],
    [{ query: { ...query, auth_timestamp: 'now' } }, 'auth_timestamp'],
    [{ query: {} }, 'auth_key'],
  ])('with %j is not', (changed, reason) => expect(objection(changed)).toContain(reason));
});
