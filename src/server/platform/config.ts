import { z } from 'zod';
import { houseCatalogue } from '#contract/settings-catalogue.ts';
import { languages } from '#contract/languages.ts';
import { withSecretFiles } from './config-files.ts';
import { givenIn, senderOf } from './config-given.ts';
import { refuseInProduction } from './config-production.ts';
import { outsidePlatform, realtimeOf } from './config-services.ts';
import { json, listOf, onOff, optional, whole } from './config-values.ts';
import { readAuthority } from './certificate-authority.ts';
import { databaseSettings, refuseSeveralHosts } from './database-settings.ts';
import { securityTxt } from './security-txt-settings.ts';
import { sessionSettings, sessionsOf } from './session-settings.ts';
import { sign } from './token.ts';

/** The secret that .env.example carries so that a newcomer can start at once; good enough for the demo alone. */
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

/** Every setting, with a sentence each. All are optional; this file alone reads the environment. */
const environment = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('production refuses the demo, simulated prices and services that are spoken to unencrypted'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('port that the server listens on'),
  HOST: z.string().default('127.0.0.1').describe('address that the server listens on'),
  DATA_DIR: z.string().default('./data').describe('folder of the embedded database and of uploaded files'),
  ...databaseSettings,
  PLAIN_HOSTS: optional(listOf(/^[\w.:-]{1,253}$/)).describe(
    'hosts of services elsewhere that production may speak to unencrypted, with commas between',
  ),
  APP_NAME: optional(houseCatalogue['brand.name'].shape).describe(
    "the operator's name, in titles and mails; by default an administrator chooses it, and here nobody else can",
  ),
  APP_URL: optional(z.url()).describe(
    'public address, used in mailed links; by default the address that the server listens on',
  ),
  APP_HOSTS: optional(listOf(/^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])$/i)).describe(
    'further names by which callers may reach the installation, besides that of APP_URL, with commas between',
  ),
  APP_SECRET: z
    .string()
    .min(32)
    .default(demoSecret)
    .describe('key of signatures and of uploaded files; 32 characters at least'),
  APP_SECRET_FORMER: optional(z.string().min(32)).describe(
    'the APP_SECRET before the present one: sessions, links and keys that were stored under it work while it is set',
  ),
  BRAND_COLOR: optional(houseCatalogue['brand.color'].shape).describe(
    'accent colour of the interface, as #rrggbb; by default an administrator chooses it',
  ),
  DEFAULT_LANGUAGE: optional(z.enum(languages)).describe(
    'language of a visitor whose browser names none of ours; by default an administrator chooses it',
  ),
  DEMO: onOff.default(false).describe('1 seeds the demo broker and shows its sign-in data and mailbox'),
  DEMO_CLOCK: optional(z.iso.datetime().transform((at) => new Date(at))).describe(
    'instant ahead at which a fresh demo begins, such as 2027-01-30T23:30:00Z, for tests that look at hours and days',
  ),
  SETUP: optional(onOff).describe(
    '0 opens a fresh installation as it comes; its first administrator is then made by bin/administrator',
  ),
  STAFF_SECOND_FACTOR: optional(onOff).describe(
    '0 lets staff in with a password alone; by default they set up a second factor first, save in a demo',
  ),
  UNSEEN_DEVICE_CODE: optional(onOff).describe(
    '0 lets clients in from any device; by default one that was not seen before asks for a mailed code, save in a demo',
  ),
  PASSWORD_FILTER_FILE: optional(z.string()).describe(
    'list of known passwords that nobody may have, made by scripts/make-password-filter.ts; by default the one that comes with Atrium',
  ),
  COUNTRY_HEADER: optional(z.string().regex(/^[\w-]{1,60}$/)).describe(
    'header in which a trusted proxy tells the country of a call, such as cf-ipcountry; without it only devices are known',
  ),
  ...sessionSettings,
  SECURITY_LOG_DAYS: whole(180, 3650).describe('days for which failed sign-ins and refused calls are kept'),
  SMTP_URL: optional(z.string().startsWith('smtp')).describe(
    'mail server, as smtps://user:password@host:465; by default an administrator chooses it, and here nobody else can',
  ),
  MAIL_FROM: optional(z.string()).describe(
    'sender of the mails of SMTP_URL, as Name <name@example.com>; by default no-reply at the host of APP_URL',
  ),
  SMTP_CA_FILE: optional(z.string()).describe(
    'file with the certificates, as PEM, of an authority of your own that the mail server is trusted by, beside the public ones',
  ),
  WEBHOOKS_LOCAL: onOff.default(false).describe('1 lets webhooks reach this very machine; never in production'),
  NOTIFICATION_DAYS: z.coerce
    .number()
    .int()
    .min(7)
    .max(3650)
    .default(365)
    .describe('days for which what somebody was told of is kept'),
  CLOSING_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(14)
    .describe('days for which a client may think better of closing his account'),
  TRUST_PROXY: onOff.default(false).describe('1 when a reverse proxy sets X-Forwarded-For and X-Forwarded-Proto'),
  CALLS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(1800)
    .describe(
      'most calls of one person in a minute, five times as many of an address without a session; 0 counts none',
    ),
  DRAIN_S: optional(z.coerce.number().int().min(0).max(300)).describe(
    'seconds for which an instance that stops still serves, so that a load balancer finds out; 5 in production, else 0',
  ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('least severe log line to write'),
  FEATURES_IPO: onOff
    .optional()
    .describe(
      '0 offers no IPOs, and here nobody else can; otherwise an administrator chooses whether they are offered',
    ),
  METRICS_TOKEN: optional(z.string().min(16)).describe(
    'bearer token of /metrics; without it only loopback may read them',
  ),
  MARKET_FEED: z
    .enum(['simulated', 'http', 'websocket'])
    .default('simulated')
    .describe(
      'where prices come from; simulated ones are marked wherever they show, and production does not trade at them',
    ),
  MARKET_SEED: z.string().max(40).default('').describe('another word makes another simulated market'),
  MARKET_FEED_URL: optional(z.string().regex(/^(https?|wss?):\/\//)).describe(
    'address of the source; {symbols} in an http one becomes the symbols with commas between them',
  ),
  MARKET_FEED_HEADERS: json(z.record(z.string(), z.string()).default({})).describe(
    'headers sent to the source, as JSON, such as {"authorization":"Bearer …"}',
  ),
  MARKET_FEED_SUBSCRIBE: optional(z.string().max(10_000)).describe(
    'message sent to a websocket source once it is open; "{symbols}" in it becomes a list of the symbols',
  ),
  MARKET_FEED_MAPPING: json(mapping).describe(
    'where a message has its prices, as JSON: items, symbol ($key for an object by symbol), bid, ask, time, and symbols, ours to theirs',
  ),
  MARKET_FEED_EVERY_MS: z.coerce
    .number()
    .int()
    .min(250)
    .max(60_000)
    .default(2000)
    .describe('pause between two questions to an http source'),
  MARKET_STALE_S: z.coerce
    .number()
    .int()
    .min(1)
    .max(3600)
    .default(30)
    .describe('age in seconds from which a price of an open market is stale: marked, and not traded at'),
  ECONOMY_FEED: z
    .enum(['simulated', 'http'])
    .default('simulated')
    .describe('economic calendar: a made-up one, or one elsewhere that is asked over HTTP'),
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
    .describe('how long its answer is used before it is asked again, in seconds'),
  ECONOMY_STALE_S: z.coerce
    .number()
    .int()
    .min(60)
    .max(604_800)
    .default(7200)
    .describe('silence in seconds after which readers are told that the calendar may be out of date'),
  TICKER: z
    .enum(['embedded', 'widget'])
    .default('embedded')
    .describe('ticker tape of our own, or the page at TICKER_URL in a sandboxed frame'),
  TICKER_URL: optional(z.url({ protocol: /^https?$/ })).describe(
    'address of the widget; {theme} becomes light or dark and {locale} the language',
  ),
  APP_ANDROID_URL: optional(z.url()).describe('download of the platform for Android'),
  APP_APPLE_URL: optional(z.url()).describe('download of the platform for iPhone and iPad'),
  APP_DESKTOP_URL: optional(z.url()).describe('installer of the platform for desktops'),
  TRADING_PLATFORM: z
    .enum(['paper', 'http'])
    .default('paper')
    .describe(
      'platform that keeps the trading accounts: the embedded one, or one elsewhere that is spoken to over HTTP',
    ),
  TRADING_PLATFORM_URL: optional(z.url()).describe('address of a platform elsewhere'),
  TRADING_PLATFORM_SECRET: optional(z.string().min(24)).describe(
    'bearer token of the calls between us and a platform elsewhere, in both directions',
  ),
  TRADING_PLATFORM_SIGN_IN: z
    .enum(['link', 'exchange', 'form'])
    .default('link')
    .describe('how a platform elsewhere takes a browser: a token it was told, one it asks us about, or one in a form'),
  REDIS_URL: optional(z.string().regex(/^rediss?:\/\//)).describe(
    'Redis or Valkey that carries realtime events between instances; without it a PostgreSQL server of your own does',
  ),
  PUSHER_APP_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .default('atrium')
    .describe('application of the Pusher protocol, by its number or name'),
  SOCKETS_PER_ADDRESS: whole(50, 100_000).describe(
    'most open sockets of an IPv4 address or an IPv6 /64; a /56 has four times, a /48 sixteen times as many',
  ),
  HANDSHAKES_PER_ADDRESS: whole(120, 1_000_000).describe('most sockets that it may open within ten seconds'),
  PUSHER_APP_KEY: optional(z.string().regex(/^[\w-]{1,64}$/)).describe(
    'public key of that application; by default one of this installation',
  ),
  PUSHER_APP_SECRET: optional(z.string().min(16)).describe(
    'its secret, which signs who may join a channel; by default one that follows from APP_SECRET',
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
    'address that screens and mails name for help; by default an administrator chooses it',
  ),
  SERVICE_WORKER: onOff
    .default(true)
    .describe('0 removes the service worker from browsers: pages no longer open without a network, push ends'),
  PUSH: onOff.default(true).describe('0 sends no push notifications'),
  PUSH_PRIVATE_KEY: optional(
    z
      .string()
      .regex(/^[\w-]{43}$/)
      .transform((key) => Buffer.from(key, 'base64url')),
  ).describe(
    'VAPID private key, base64url; without it the installation makes and keeps one. With another one, every device is lost',
  ),
  PUSH_LOOPBACK: onOff
    .default(false)
    .describe('1 lets push services be at http://127.0.0.1, for tests; not in production'),
  SECURITY_CONTACT: optional(listOf(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/)).describe(
    'where weaknesses are told, for /.well-known/security.txt: mailto:, https: or tel:, several with commas between',
  ),
  SECURITY_EXPIRES: optional(z.union([z.iso.date(), z.iso.datetime()])).describe(
    'until when that holds, such as 2027-01-31; a year ahead at most is good practice',
  ),
  SECURITY_POLICY: optional(z.url({ protocol: /^https$/ })).describe('page that says how weaknesses are dealt with'),
  SECURITY_LANGUAGES: optional(listOf(/^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/)).describe(
    'languages in which one may write there, such as en, de; by default the language of the installation',
  ),
});

/** The settings as the environment has them, checked. */
export type Environment = z.output<typeof environment>;

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads and checks the settings.
 * @throws Error that names each wrong setting, never its value
 */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const parsed = environment.safeParse(withSecretFiles(env));
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`These settings are wrong:\n${lines.join('\n')}`);
  }
  const set = parsed.data;
  const production = set.NODE_ENV === 'production';
  refuseSeveralHosts(set);
  requireTogether(set);
  if (production) refuseInProduction(set, isKnown(set.APP_SECRET) ? [knownSecret] : []);
  const appUrl =
    set.APP_URL ?? `http://${set.HOST === '0.0.0.0' || set.HOST === '::' ? 'localhost' : set.HOST}:${set.PORT}`;
  const mailFrom = senderOf(set, appUrl);
  return {
    production,
    port: set.PORT,
    host: set.HOST,
    dataDir: set.DATA_DIR,
    databaseUrl: set.DATABASE_URL,
    databaseOwnerUrl: set.DATABASE_OWNER_URL,
    databaseConnections: set.DATABASE_CONNECTIONS,
    restoreProof: set.RESTORE_PROOF,
    backupRecipient: set.BACKUP_RECIPIENT,
    /** Settings of the house on which the environment has the last word. */
    given: givenIn(set, mailFrom),
    /** Without a slash at the end. */
    appUrl: appUrl.replace(/\/+$/, ''),
    /** The names by which callers may reach this installation, in lower case. */
    hosts: [
      new URL(appUrl).hostname,
      ...(set.APP_HOSTS ?? []).map((name) => name.toLowerCase()),
      ...(production ? [] : ['localhost', '127.0.0.1', '[::1]']),
    ],
    appSecret: set.APP_SECRET,
    /** Still opens sessions, links and keys that were stored under it. */
    formerSecret: set.APP_SECRET_FORMER,
    /** Whether anybody can read the secret in the source, or guess it. Tests may have one that is. */
    secretIsKnown: set.NODE_ENV !== 'test' && isKnown(set.APP_SECRET),
    demo: set.DEMO,
    demoBeginsAt: set.DEMO_CLOCK,
    /** Whether a fresh installation stays closed until it is set up. */
    setup: (set.SETUP ?? true) && !set.DEMO,
    staffSecondFactor: set.STAFF_SECOND_FACTOR ?? !set.DEMO,
    unseenDeviceCode: set.UNSEEN_DEVICE_CODE ?? !set.DEMO,
    passwordFilterFile: set.PASSWORD_FILTER_FILE,
    /** In lower case, and only from a proxy that is trusted. */
    countryHeader: set.TRUST_PROXY ? set.COUNTRY_HEADER?.toLowerCase() : undefined,
    sessions: sessionsOf(set),
    securityLogDays: set.SECURITY_LOG_DAYS,
    smtpUrl: set.SMTP_URL,
    smtpAuthority: set.SMTP_CA_FILE === undefined ? undefined : readAuthority(set.SMTP_CA_FILE),
    mailFrom,
    webhooksLocal: set.WEBHOOKS_LOCAL,
    notificationDays: set.NOTIFICATION_DAYS,
    closingDays: set.CLOSING_DAYS,
    trustProxy: set.TRUST_PROXY,
    callsPerMinute: set.CALLS_PER_MINUTE,
    drainMs: (set.DRAIN_S ?? (production ? 5 : 0)) * 1000,
    logLevel: set.LOG_LEVEL,
    market: {
      feed: set.MARKET_FEED,
      /** Secret, so that nobody who reads the source can compute a coming price. */
      seed: sign(set.APP_SECRET, 'market', set.MARKET_SEED),
      url: set.MARKET_FEED_URL,
      headers: set.MARKET_FEED_HEADERS,
      subscribe: set.MARKET_FEED_SUBSCRIBE,
      mapping: set.MARKET_FEED_MAPPING,
      everyMs: set.MARKET_FEED_EVERY_MS,
      staleS: set.MARKET_STALE_S,
    },
    economy: {
      feed: set.ECONOMY_FEED,
      url: set.ECONOMY_FEED_URL,
      headers: set.ECONOMY_FEED_HEADERS,
      everyS: set.ECONOMY_FEED_EVERY_S,
      staleS: set.ECONOMY_STALE_S,
    },
    /** Address of the widget that stands in for our own tape. */
    tickerWidget: set.TICKER === 'widget' ? set.TICKER_URL : undefined,
    metricsToken: set.METRICS_TOKEN,
    outsidePlatform: outsidePlatform(set),
    serviceWorker: set.SERVICE_WORKER,
    push: {
      isOn: set.PUSH && set.SERVICE_WORKER,
      privateKey: set.PUSH_PRIVATE_KEY,
      loopback: set.PUSH_LOOPBACK && !production,
    },
    securityTxt: securityTxt(set),
    redisUrl: set.REDIS_URL,
    realtime: realtimeOf(set),
    applications: {
      android: set.APP_ANDROID_URL ?? null,
      apple: set.APP_APPLE_URL ?? null,
      desktop: set.APP_DESKTOP_URL ?? null,
    },
  };
}

/** @throws Error that names a setting without which another one is of no use */
function requireTogether(set: Environment): void {
  const protocol = { simulated: /^/, http: /^https?:/, websocket: /^wss?:/ }[set.MARKET_FEED];
  if (!protocol.test(set.MARKET_FEED_URL ?? 'none'))
    throw new Error(`MARKET_FEED=${set.MARKET_FEED} needs a MARKET_FEED_URL of its kind`);
  if (set.ECONOMY_FEED === 'http' && !set.ECONOMY_FEED_URL) throw new Error('ECONOMY_FEED=http needs ECONOMY_FEED_URL');
  if (set.TICKER === 'widget' && !set.TICKER_URL) throw new Error('TICKER=widget needs TICKER_URL');
}

/** What is said of a secret that is none. */
export const knownSecret =
  'APP_SECRET is the demo secret or as good as one; set it to 32 random characters or more, as from openssl rand -base64 33';

const isKnown = (secret: string) => secret.startsWith(demoSecret.slice(0, 19)) || new Set(secret).size < 8;
