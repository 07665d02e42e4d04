import { z } from 'zod';
import { settingsCatalogue } from '#contract/settings/catalogue.ts';
import { languages } from '#contract/kernel/languages.ts';
import { json, listOf, onOff, optional, whole } from './values.ts';
import { backupSettings } from './backup.ts';
import { proxies } from './proxies.ts';
import { databaseSettings } from './database.ts';
import { fileStoreSettings } from './file-store.ts';
import { securityTxtSettings } from './security-txt.ts';
import { sessionSettings } from './sessions.ts';
import { telemetrySettings } from './telemetry.ts';

/** The secret that .env.example contains so that a newcomer can start at once; good enough for the demo alone. */
export const demoSecret = 'demo-only-change-me-0000000000000000';

/** Where in a message of a market source its prices are: names with dots between them. */
const mapping = z
  .strictObject({
    items: z.string().default(''),
    symbol: z.string().default('symbol'),
    bid: z.string().default('bid'),
    ask: z.string().default('ask'),
    time: z.string().optional(),
    symbols: z.record(z.string(), z.string()).default({}),
  })
  .prefault({});

/** Every setting, with a sentence each. All are optional; `config.ts` alone reads them. */
export const environment = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('production refuses the demo, simulated prices and unencrypted services'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('port that the server listens on'),
  HOST: z.string().default('127.0.0.1').describe('address that the server listens on'),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('folder of the embedded database, and of uploaded files unless a bucket has them'),
  ...databaseSettings,
  ...fileStoreSettings,
  ...backupSettings,
  PLAIN_HOSTS: optional(listOf(/^[\w.:-]{1,253}$/)).describe(
    'hosts of external services that production can connect to unencrypted, separated by commas',
  ),
  APP_NAME: optional(settingsCatalogue['brand.name'].shape).describe(
    "the operator's name, in titles and emails; an administrator chooses it unless it is set here",
  ),
  APP_URL: optional(z.url()).describe(
    'public address, used in emailed links; by default the address that the server listens on',
  ),
  APP_HOSTS: optional(listOf(/^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])$/i)).describe(
    'other host names by which callers can reach the installation, besides that of APP_URL, separated by commas',
  ),
  APP_SECRET: z
    .string()
    .min(32)
    .default(demoSecret)
    .describe('key for signatures and uploaded files; at least 32 characters'),
  APP_SECRET_FORMER: optional(z.string().min(32)).describe(
    'the previous APP_SECRET: while it is set, sessions, links and keys that were stored under it keep working',
  ),
  BRAND_COLOR: optional(settingsCatalogue['brand.color'].shape).describe(
    'accent colour of the interface, as #rrggbb; an administrator chooses it unless it is set here',
  ),
  DEFAULT_LANGUAGE: optional(z.enum(languages)).describe(
    'language for visitors whose browser requests none of ours; an administrator chooses it unless it is set here',
  ),
  DEMO: onOff.default(false).describe('1 seeds the demo broker and shows its sign-in data and mailbox'),
  DEMO_CLOCK: optional(z.iso.datetime().transform((at) => new Date(at))).describe(
    'future time at which a fresh demo starts, such as 2027-01-30T23:30:00Z, for tests that depend on the time ' +
      'or day',
  ),
  SETUP: optional(onOff).describe(
    '0 opens a fresh installation without setup; bin/administrator then makes its first administrator',
  ),
  STAFF_SECOND_FACTOR: optional(onOff).describe(
    '0 lets staff sign in with a password alone; by default they must set up a second factor, except in a demo',
  ),
  NEW_DEVICE_CODE: optional(onOff).describe(
    '0 lets clients sign in from any device; by default a new device requires an emailed code, except in a demo',
  ),
  PASSWORD_FILTER_FILE: optional(z.string()).describe(
    'list of known passwords that are refused, made by scripts/make-password-filter.ts; by default Atrium’s ' +
      'own list',
  ),
  COUNTRY_HEADER: optional(z.string().regex(/^[\w-]{1,60}$/)).describe(
    'header in which a trusted proxy sends the country of a call, such as cf-ipcountry; without it only ' +
      'devices are known',
  ),
  ...sessionSettings,
  SECURITY_LOG_DAYS: whole(180, 3650).describe('days for which failed sign-ins and refused calls are kept'),
  SMTP_URL: optional(z.string().startsWith('smtp')).describe(
    'mail server, as smtps://user:password@host:465; an administrator chooses it unless it is set here',
  ),
  EMAIL_FROM: optional(z.string()).describe(
    'sender of the emails of SMTP_URL, as Name <name@example.com>; by default no-reply at the host of APP_URL',
  ),
  SMTP_CA_FILE: optional(z.string()).describe(
    'PEM file with the certificates of your own authority, trusted for the mail server in addition to the ' +
      'public ones',
  ),
  WEBHOOKS_LOCAL: onOff.default(false).describe('1 lets webhooks reach this machine; refused in production'),
  NOTIFICATION_DAYS: z.coerce
    .number()
    .int()
    .min(7)
    .max(3650)
    .default(365)
    .describe('days for which notifications are kept'),
  CLOSURE_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(14)
    .describe('days within which a client can cancel the closure of their account'),
  TRUST_PROXY: proxies
    .prefault('0')
    .describe(
      '1 when a reverse proxy sets X-Forwarded-For and X-Forwarded-Proto, or the networks from which it calls, ' +
        'separated by commas; from elsewhere these headers are ignored',
    ),
  CALLS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(1800)
    .describe(
      'maximum calls of one person per minute, five times as many for an address without a session; 0 means no ' +
        'limit',
    ),
  DRAIN_S: optional(z.coerce.number().int().min(0).max(300)).describe(
    'seconds for which a stopping instance keeps serving, so that a load balancer notices, and up to twice as long ' +
      'while calls still come; 5 in production, else 0',
  ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('least severe log line to write'),
  FEATURES_IPO: onOff
    .optional()
    .describe('0 turns IPOs off, and administrators can’t turn them on; otherwise an administrator decides'),
  METRICS_TOKEN: optional(z.string().min(16)).describe(
    'bearer token of /metrics; without it only loopback can read them',
  ),
  MARKET_FEED: z
    .enum(['simulated', 'http', 'websocket'])
    .default('simulated')
    .describe(
      'source of prices; simulated prices are marked wherever they appear, and production does not trade on them',
    ),
  MARKET_SEED: z
    .string()
    .max(40)
    .default('')
    .describe('seed of the simulated market; another word makes another market'),
  MARKET_FEED_URL: optional(z.string().regex(/^(https?|wss?):\/\//)).describe(
    'address of the source; {symbols} in an HTTP address becomes the symbols separated by commas',
  ),
  MARKET_FEED_HEADERS: json(z.record(z.string(), z.string()).default({})).describe(
    'headers sent to the source, as JSON, such as {"authorization":"Bearer …"}',
  ),
  MARKET_FEED_SUBSCRIBE: optional(z.string().max(10_000)).describe(
    'message sent to a websocket source once it is open; "{symbols}" in it becomes a list of the symbols',
  ),
  MARKET_FEED_MAPPING: json(mapping).describe(
    'where a message has its prices, as JSON: items, symbol ($key for an object by symbol), bid, ask, time, ' +
      'and symbols, ours to theirs',
  ),
  MARKET_FEED_EVERY_MS: z.coerce
    .number()
    .int()
    .min(250)
    .max(60_000)
    .default(2000)
    .describe('pause between two requests to an HTTP source'),
  MARKET_STALE_S: z.coerce
    .number()
    .int()
    .min(1)
    .max(3600)
    .default(30)
    .describe('age in seconds from which a price of an open market is stale: it is marked, and no trade uses it'),
  ECONOMY_FEED: z
    .enum(['simulated', 'http'])
    .default('simulated')
    .describe('economic calendar: a simulated one, or an external one over HTTP'),
  ECONOMY_FEED_URL: optional(z.string().regex(/^https?:\/\//)).describe(
    'address of that calendar; {from} and {to} in it become days such as 2026-03-02',
  ),
  ECONOMY_FEED_HEADERS: json(z.record(z.string(), z.string()).default({})).describe(
    'headers sent to it, as JSON, such as {"authorization":"Bearer …"}',
  ),
  ECONOMY_FEED_EVERY_S: z.coerce
    .number()
    .int()
    .min(10)
    .max(86_400)
    .default(300)
    .describe('seconds for which its answer is used before the next request'),
  ECONOMY_STALE_S: z.coerce
    .number()
    .int()
    .min(60)
    .max(604_800)
    .default(7200)
    .describe('seconds without an answer after which the calendar is marked as possibly out of date'),
  TICKER: z
    .enum(['embedded', 'widget'])
    .default('embedded')
    .describe('ticker tape: the built-in one, or the page at TICKER_URL in a sandboxed frame'),
  TICKER_URL: optional(z.url({ protocol: /^https?$/ })).describe(
    'address of the widget; {theme} becomes light or dark and {locale} the language',
  ),
  APP_ANDROID_URL: optional(z.url()).describe('download of the platform for Android'),
  APP_APPLE_URL: optional(z.url()).describe('download of the platform for iPhone and iPad'),
  APP_DESKTOP_URL: optional(z.url()).describe('installer of the platform for desktops'),
  TRADING_PLATFORM: z
    .enum(['paper', 'http'])
    .default('paper')
    .describe('platform that keeps the trading accounts: the embedded one, or an external one over HTTP'),
  TRADING_PLATFORM_URL: optional(z.url()).describe('address of an external platform'),
  TRADING_PLATFORM_SECRET: optional(z.string().min(24)).describe(
    'bearer token of the calls between us and an external platform, in both directions',
  ),
  TRADING_PLATFORM_SIGN_IN: z
    .enum(['link', 'exchange', 'form'])
    .default('link')
    .describe(
      'how an external platform signs a browser in: with a token that it knows, one that it verifies with us, or ' +
        'one in a form',
    ),
  REDIS_URL: optional(z.string().regex(/^rediss?:\/\//)).describe(
    'Redis or Valkey that carries realtime events between instances; without it your own PostgreSQL server does',
  ),
  NATS_URL: optional(z.string().regex(/^((nats|tls):\/\/[^,\s]+)(,(nats|tls):\/\/[^,\s]+)*$/)).describe(
    'NATS server with JetStream that gets the events of programs; those of a cluster separated by commas',
  ),
  NATS_CREDENTIALS: optional(z.string().min(24)).describe('text of a NATS credentials file, in place of a password'),
  NATS_SUBJECT: z
    .string()
    .regex(/^[\w-]{1,60}(\.[\w-]{1,60}){0,5}$/)
    .default('atrium')
    .describe('what the subjects of events in NATS begin with'),
  PUSHER_APP_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .default('atrium')
    .describe('application of the Pusher protocol, by its number or name'),
  SOCKETS_PER_ADDRESS: whole(50, 100_000).describe(
    'maximum open sockets of an IPv4 address or an IPv6 /64; a /56 has four times, a /48 sixteen times as many',
  ),
  HANDSHAKES_PER_ADDRESS: whole(120, 1_000_000).describe('maximum sockets that it can open within ten seconds'),
  PUSHER_APP_KEY: optional(z.string().regex(/^[\w-]{1,512}$/)).describe(
    'public key of that application, up to 512 letters, digits, _ and -; by default one of this installation',
  ),
  PUSHER_APP_SECRET: optional(z.string().min(16)).describe(
    'its secret, which signs who can join a channel; by default derived from APP_SECRET',
  ),
  PUSHER_APP_CLUSTER: z
    .string()
    .regex(/^[\w-]{1,20}$/)
    .default('eu')
    .describe('cluster of a hosted provider'),
  PUSHER_HOST: optional(z.string().regex(/^[\w.-]{1,200}$/)).describe(
    'host of Pusher, Soketi or Reverb that carries realtime events; without it our own server does',
  ),
  PUSHER_PORT: optional(z.coerce.number().int().min(1).max(65_535)).describe('its port; by default that of the scheme'),
  PUSHER_SCHEME: z.enum(['https', 'http']).default('https').describe('https forces secure sockets as well'),
  SUPPORT_EMAIL: optional(z.email()).describe(
    'address for help, shown on screens and in emails; an administrator chooses it unless it is set here',
  ),
  SERVICE_WORKER: onOff
    .default(true)
    .describe('0 removes the service worker from browsers: pages no longer open offline, and push notifications stop'),
  PUSH: onOff.default(true).describe('0 sends no push notifications'),
  PUSH_PRIVATE_KEY: optional(
    z
      .string()
      .regex(/^[\w-]{43}$/)
      .transform((key) => Buffer.from(key, 'base64url')),
  ).describe(
    'VAPID private key, base64url; without it the installation makes and keeps one. If it changes, every ' +
      'device is lost',
  ),
  PUSH_LOOPBACK: onOff
    .default(false)
    .describe('1 lets push services be at http://127.0.0.1, for tests; refused in production'),
  ...securityTxtSettings,
  ...telemetrySettings,
});

/** The settings as the environment has them, checked. */
export type Environment = z.output<typeof environment>;
