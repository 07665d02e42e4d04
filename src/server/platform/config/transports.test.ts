import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const secret = 'u8Qm2-xk41-Zt0p-97Lw-bRe5-sVn3-Yd6c';
const start = (env: Record<string, string>) => () =>
  readConfig({ NODE_ENV: 'production', APP_SECRET: secret, DEMO: '0', ...prices, ...env });

const prices = { MARKET_FEED: 'websocket', MARKET_FEED_URL: 'wss://prices.example' };
const platform = { TRADING_PLATFORM: 'http', TRADING_PLATFORM_SECRET: 'four-and-twenty-letters-and-more' };
const bucket = { FILE_STORE: 's3', S3_BUCKET: 'files', S3_ACCESS_KEY: 'atrium', S3_SECRET_KEY: 'a-secret-of-its-own' };
const provider = { PUSHER_APP_KEY: 'a-key-of-it', PUSHER_APP_SECRET: 'a-secret-of-its-own' };

const plain: [name: string, env: Record<string, string>][] = [
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://u:p@db.example/atrium' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://u:p@db.example/atrium?sslmode=prefer' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://u:p@db.example/atrium?sslmode=no-verify' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://u:p@db.example/atrium?sslmode=require&uselibpqcompat=true' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://u:p@localhost/atrium?host=db.example' }],
  ['DATABASE_OWNER_URL', { DATABASE_OWNER_URL: 'postgresql://o:p@db.example/atrium' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example:587' }],
  ['SMTP_URL', { SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' }],
  ['REDIS_URL', { REDIS_URL: 'redis://10.0.0.5' }],
  ['NATS_URL', { NATS_URL: 'tls://bus.example,nats://10.0.0.5' }],
  ['S3_ENDPOINT', { ...bucket, S3_ENDPOINT: 'http://store.example' }],
  ['MARKET_FEED_URL', { MARKET_FEED: 'http', MARKET_FEED_URL: 'http://prices.example/{symbols}' }],
  ['MARKET_FEED_URL', { MARKET_FEED: 'websocket', MARKET_FEED_URL: 'ws://prices.example' }],
  ['ECONOMY_FEED_URL', { ECONOMY_FEED: 'http', ECONOMY_FEED_URL: 'http://days.example' }],
  ['TRADING_PLATFORM_URL', { ...platform, TRADING_PLATFORM_URL: 'http://platform.example' }],
  ['TRADING_PLATFORM_URL', { ...platform, TRADING_PLATFORM_URL: 'http://127.0.0.1.platform.example' }],
  ['PUSHER_HOST', { ...provider, PUSHER_HOST: 'events.example', PUSHER_SCHEME: 'http' }],
];

const good: Record<string, string>[] = [
  { DATABASE_URL: 'postgresql://u:p@db.example/atrium?sslmode=verify-full' },
  { DATABASE_URL: 'postgresql://u:p@db.example/atrium?sslmode=require' },
  { DATABASE_URL: 'postgresql://u:p@127.0.0.1:5432/atrium' },
  { DATABASE_URL: 'postgresql:///atrium?host=/run/postgresql' },
  { DATABASE_URL: 'postgresql://u:p@%2Frun%2Fpostgresql/atrium' },
  { SMTP_URL: 'smtps://u:p@mail.example:465' },
  { SMTP_URL: 'smtp://u:p@mail.example:587?requireTLS=true' },
  { SMTP_URL: 'smtp://localhost:25' },
  { REDIS_URL: 'rediss://bus.example' },
  { NATS_URL: 'tls://bus.example,tls://bus-2.example:4223' },
  { NATS_URL: 'nats://127.0.0.1:4222' },
  { ...bucket, S3_ENDPOINT: 'https://store.example' },
  { ...bucket, S3_ENDPOINT: 'http://127.0.0.1:9000' },
  { REDIS_URL: 'redis://[::1]:6379' },
  prices,
  { MARKET_FEED: 'http', MARKET_FEED_URL: 'https://prices.example/{symbols}' },
  {
    ...platform,
    TRADING_PLATFORM_URL: 'https://platform.example',
    MARKET_FEED: 'simulated',
    MARKET_FEED_URL: 'http://not.asked.example',
  },
  { ...platform, TRADING_PLATFORM_URL: 'https://platform.example' },
  { ...provider, PUSHER_HOST: 'events.example' },
];

describe('services elsewhere, in production', () => {
  it.each(plain)('%s is not reached by %j', (name, env) => {
    expect(start(env)).toThrow(new RegExp(`Refusing to start in production:\n {2}${name} needs `));
  });

  it.each(plain.filter(([, env]) => !JSON.stringify(env).includes('127.0.0.1.')))(
    '%s is where the operator names its host: %j',
    (_, env) => {
      const hosts =
        'db.example, mail.example, 10.0.0.5,prices.example,days.example,platform.example,events.example,store.example';
      expect(start({ ...env, PLAIN_HOSTS: hosts })).not.toThrow();
    },
  );

  it('are all reported, without the secrets in their addresses', () => {
    const action = start({
      REDIS_URL: 'redis://:secret-word@bus.example',
      SMTP_URL: 'smtp://u:secret-word@mail.example',
    });
    expect(action).toThrow(/SMTP_URL needs[^]*REDIS_URL needs/);
    expect(action).not.toThrow(/secret-word/);
  });

  it.each(good)('are reached by %j', (env) => {
    expect(start(env)).not.toThrow();
  });

  it('may be reached in any way during development', () => {
    expect(start({ NODE_ENV: 'development', REDIS_URL: 'redis://bus.example' })).not.toThrow();
  });
});
