import { z } from 'zod';
import { languages } from '#contract/languages.ts';

/** The secret that .env.example carries so that a newcomer can start at once; never good enough for production. */
export const demoSecret = 'demo-only-change-me-0000000000000000';

const onOff = z.enum(['0', '1', 'false', 'true', '']).transform((value) => value === '1' || value === 'true');
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** Every setting, with a sentence each. All are optional; this file alone reads the environment. */
const environment = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('production refuses demo secrets'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('port that the server listens on'),
  HOST: z.string().default('127.0.0.1').describe('address that the server listens on'),
  DATA_DIR: z.string().default('./data').describe('folder of the embedded database and of uploaded files'),
  DATABASE_URL: optional(z.string().startsWith('postgres')).describe(
    'PostgreSQL server to use instead of the embedded one',
  ),
  APP_NAME: z.string().min(1).max(40).default('Atrium').describe("the operator's name, in titles and mails"),
  APP_URL: optional(z.url()).describe(
    'public address, used in mailed links; by default the address that the server listens on',
  ),
  APP_SECRET: z.string().min(32).default(demoSecret).describe('key of signatures; 32 characters at least'),
  BRAND_COLOR: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .default('#1f4fd8')
    .describe('accent colour of the interface, as #rrggbb'),
  DEFAULT_LANGUAGE: z.enum(languages).default('en').describe('language of a visitor whose browser names none of ours'),
  DEMO: onOff.default(false).describe('1 seeds the demo broker and shows its sign-in data and mailbox'),
  SMTP_URL: optional(z.string().startsWith('smtp')).describe('mail server, as smtps://user:password@host:465'),
  MAIL_FROM: z.string().default('Atrium <no-reply@localhost>').describe('sender of mails'),
  TRUST_PROXY: onOff.default(false).describe('1 when a reverse proxy sets X-Forwarded-For and X-Forwarded-Proto'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('least severe log line to write'),
  FEATURES_IPO: onOff.default(true).describe('0 hides the IPO group and answers 404 on its calls'),
  METRICS_TOKEN: optional(z.string().min(16)).describe(
    'bearer token of /metrics; without it only loopback may read them',
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
  SUPPORT_EMAIL: optional(z.email()).describe('address that screens and mails name for help'),
});

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads and checks the settings.
 * @throws Error that names each wrong setting, never its value
 */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`These settings are wrong:\n${lines.join('\n')}`);
  }
  const set = parsed.data;
  const production = set.NODE_ENV === 'production';
  if (production) refuseDemoInProduction(set.APP_SECRET, set.DEMO);
  const appUrl =
    set.APP_URL ?? `http://${set.HOST === '0.0.0.0' || set.HOST === '::' ? 'localhost' : set.HOST}:${set.PORT}`;
  return {
    production,
    port: set.PORT,
    host: set.HOST,
    dataDir: set.DATA_DIR,
    databaseUrl: set.DATABASE_URL,
    appName: set.APP_NAME,
    /** Without a slash at the end. */
    appUrl: appUrl.replace(/\/+$/, ''),
    appSecret: set.APP_SECRET,
    brandColor: set.BRAND_COLOR,
    defaultLanguage: set.DEFAULT_LANGUAGE,
    demo: set.DEMO,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    trustProxy: set.TRUST_PROXY,
    logLevel: set.LOG_LEVEL,
    features: { ipo: set.FEATURES_IPO },
    metricsToken: set.METRICS_TOKEN,
    outsidePlatform: outsidePlatform(set),
    supportEmail: set.SUPPORT_EMAIL,
    applications: {
      android: set.APP_ANDROID_URL ?? null,
      apple: set.APP_APPLE_URL ?? null,
      desktop: set.APP_DESKTOP_URL ?? null,
    },
  };
}

/** Undefined when the embedded platform keeps the accounts. */
function outsidePlatform(set: z.output<typeof environment>) {
  const { TRADING_PLATFORM_URL: url, TRADING_PLATFORM_SECRET: secret, TRADING_PLATFORM_SIGN_IN: signIn } = set;
  if (set.TRADING_PLATFORM === 'paper') return undefined;
  if (!url || !secret)
    throw new Error(
      'These settings are wrong:\n  TRADING_PLATFORM: http needs TRADING_PLATFORM_URL and TRADING_PLATFORM_SECRET',
    );
  return { url: url.replace(/\/+$/, ''), secret, signIn };
}

function refuseDemoInProduction(secret: string, demo: boolean): void {
  const reasons = [
    ...(secret.startsWith(demoSecret.slice(0, 19)) || new Set(secret).size < 8
      ? ['APP_SECRET is the demo secret or as good as one; set it to 32 random characters or more']
      : []),
    ...(demo ? ['DEMO=1 publishes sign-in data; set it to 0'] : []),
  ];
  if (reasons.length > 0) throw new Error(`Refusing to start in production:\n  ${reasons.join('\n  ')}`);
}
