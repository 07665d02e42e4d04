import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { realtimeFor } from '../http/pages/page.ts';

const application = { PUSHER_APP_KEY: 'some-key-0001', PUSHER_APP_SECRET: 'some secret of theirs' };

it('makes a key and a secret of its own for each installation, which reveal nothing of its secret', () => {
  const secret = 'an installation of somebody, 0001';
  const own = readConfig({ APP_SECRET: secret }).realtime.credentials;
  const other = readConfig({ APP_SECRET: secret.replace('1', '2') }).realtime.credentials;
  expect(own.key).toMatch(/^[\w-]{20}$/);
  expect(own.secret.length).toBeGreaterThan(40);
  expect(new Set([own.key, own.secret, other.key, other.secret, secret]).size).toBe(5);
  expect(readConfig({ APP_SECRET: secret }).realtime.provider).toBeUndefined();
});

it('takes a key of any length, such as the usual app-key', () => {
  for (const key of ['app-key', 'k', 'k'.repeat(512)])
    expect(readConfig({ PUSHER_APP_KEY: key }).realtime.credentials.key).toBe(key);
  expect(() => readConfig({ PUSHER_APP_KEY: 'a/key' })).toThrow('PUSHER_APP_KEY');
});

it('needs key and secret of a provider', () => {
  expect(() => readConfig({ PUSHER_HOST: 'api-eu.pusher.com' })).toThrow('PUSHER_APP_KEY');
  expect(() => readConfig({ PUSHER_HOST: 'https://api-eu.pusher.com', ...application })).toThrow('PUSHER_HOST');
});

it.each([
  ['api-eu.pusher.com', {}, 443, 'ws-eu.pusher.com'],
  ['api-us2.pusher.com', { PUSHER_APP_CLUSTER: 'us2' }, 443, 'ws-us2.pusher.com'],
  ['soketi.example.com', { PUSHER_PORT: '6001', PUSHER_SCHEME: 'http' }, 6001, 'soketi.example.com'],
])('sends to %s and lets browsers connect where it has its sockets', (host, more, port, browserHost) => {
  const { provider, browserHost: found } = readConfig({ PUSHER_HOST: host, ...application, ...more }).realtime;
  expect([provider?.host, provider?.port, found]).toEqual([host, port, browserHost]);
});

it('sends browsers the cluster eu and secure sockets unless another is set, and never the secret', () => {
  const notified = (more: object) =>
    realtimeFor(readConfig({ PUSHER_HOST: 'api-eu.pusher.com', ...application, ...more }));
  const hosted = { host: 'ws-eu.pusher.com', port: 443, secure: true };
  expect(notified({})).toEqual({ key: application.PUSHER_APP_KEY, cluster: 'eu', hosted });
  expect(notified({ PUSHER_SCHEME: 'http' }).hosted).toEqual({ ...hosted, port: 80, secure: false });
});
