import { demoSecret, environment, type Environment } from './environment.ts';
import { backupPlanOf } from './backup.ts';
import { fileStoreOf } from './file-store.ts';
import { withSecretFiles } from './files.ts';
import { givenIn, senderOf } from './given-settings.ts';
import { refuseInProduction } from './production.ts';
import { natsOf, remotePlatform, realtimeOf } from './services.ts';
import { refuseFormerNames } from './former-names.ts';
import { readAuthority } from './certificate-authority.ts';
import { replicaOf, requireOneStandby, requirePrimary } from './database.ts';
import { securityTxt } from './security-txt.ts';
import { sessionsOf } from './sessions.ts';
import { errorReportsOf, telemetryOf } from './telemetry.ts';
import { sign } from '../secrets/token.ts';
import { wrongSettings } from './wrong-settings.ts';

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads and checks the settings.
 * @throws Error that names each wrong setting, never its value
 */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  refuseFormerNames(env);
  const parsed = environment.safeParse(withSecretFiles(env));
  if (!parsed.success)
    throw wrongSettings(...parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  const set = parsed.data;
  const production = set.NODE_ENV === 'production';
  requirePrimary(set);
  requireOneStandby(set);
  requireBoth(set);
  if (production) refuseInProduction(set, isKnown(set.APP_SECRET) ? [knownSecret] : []);
  const appUrl =
    set.APP_URL ?? `http://${set.HOST === '0.0.0.0' || set.HOST === '::' ? 'localhost' : set.HOST}:${set.PORT}`;
  const emailFrom = senderOf(set, appUrl);
  return {
    production,
    port: set.PORT,
    host: set.HOST,
    dataDir: set.DATA_DIR,
    fileStore: fileStoreOf(set),
    databaseUrl: set.DATABASE_URL,
    databaseOwnerUrl: set.DATABASE_OWNER_URL,
    databaseReplica: replicaOf(set),
    databaseConnections: set.DATABASE_CONNECTIONS,
    restoreProof: set.RESTORE_PROOF,
    backupRecipient: set.BACKUP_RECIPIENT,
    backups: backupPlanOf(set),
    /** The operator's settings that the environment overrides. */
    given: givenIn(set, emailFrom),
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
    /** Whether the secret is public in the source, or easy to guess. Tests may use such a secret. */
    secretIsKnown: set.NODE_ENV !== 'test' && isKnown(set.APP_SECRET),
    demo: set.DEMO,
    demoStartsAt: set.DEMO_CLOCK,
    /** Whether a fresh installation stays closed until it is set up. */
    setup: (set.SETUP ?? true) && !set.DEMO,
    staffSecondFactor: set.STAFF_SECOND_FACTOR ?? !set.DEMO,
    newDeviceCode: set.NEW_DEVICE_CODE ?? !set.DEMO,
    passwordFilterFile: set.PASSWORD_FILTER_FILE,
    /** In lower case. */
    countryHeader: set.COUNTRY_HEADER?.toLowerCase(),
    sessions: sessionsOf(set),
    securityLogDays: set.SECURITY_LOG_DAYS,
    smtpUrl: set.SMTP_URL,
    smtpAuthority: set.SMTP_CA_FILE === undefined ? undefined : readAuthority(set.SMTP_CA_FILE),
    emailFrom,
    webhooksLocal: set.WEBHOOKS_LOCAL,
    notificationDays: set.NOTIFICATION_DAYS,
    closureDays: set.CLOSURE_DAYS,
    isProxy: set.TRUST_PROXY,
    callsPerMinute: set.CALLS_PER_MINUTE,
    drainMs: (set.DRAIN_S ?? (production ? 5 : 0)) * 1000,
    logLevel: set.LOG_LEVEL,
    market: {
      feed: set.MARKET_FEED,
      /** Secret, so that a reader of the source cannot compute a coming price. */
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
    /** The address of the widget that replaces our own tape. */
    tickerWidget: set.TICKER === 'widget' ? set.TICKER_URL : undefined,
    metricsToken: set.METRICS_TOKEN,
    /** Undefined where nothing is sent to a collector. */
    telemetry: telemetryOf(set),
    errorReports: errorReportsOf(set),
    remotePlatform: remotePlatform(set),
    serviceWorker: set.SERVICE_WORKER,
    push: {
      isOn: set.PUSH && set.SERVICE_WORKER,
      privateKey: set.PUSH_PRIVATE_KEY,
      loopback: set.PUSH_LOOPBACK && !production,
    },
    securityTxt: securityTxt(set),
    redisUrl: set.REDIS_URL,
    /** Undefined where events go to no NATS. */
    nats: natsOf(set),
    realtime: realtimeOf(set),
    applications: {
      android: set.APP_ANDROID_URL ?? null,
      apple: set.APP_APPLE_URL ?? null,
      desktop: set.APP_DESKTOP_URL ?? null,
    },
  };
}

/** @throws Error that names a setting without which another one is of no use */
function requireBoth(set: Environment): void {
  const protocol = { simulated: /^/, http: /^https?:/, websocket: /^wss?:/ }[set.MARKET_FEED];
  if (!protocol.test(set.MARKET_FEED_URL ?? 'none'))
    throw new Error(`MARKET_FEED=${set.MARKET_FEED} needs a MARKET_FEED_URL of its kind`);
  if (set.ECONOMY_FEED === 'http' && !set.ECONOMY_FEED_URL) throw new Error('ECONOMY_FEED=http needs ECONOMY_FEED_URL');
  if (set.TICKER === 'widget' && !set.TICKER_URL) throw new Error('TICKER=widget needs TICKER_URL');
}

/** The message about a secret that is public. */
export const knownSecret =
  'APP_SECRET is the demo secret or as good as one; set it to 32 random characters or more, as from openssl rand -base64 33';

const isKnown = (secret: string) => secret.startsWith(demoSecret.slice(0, 19)) || new Set(secret).size < 8;
