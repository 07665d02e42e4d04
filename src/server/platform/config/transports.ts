import { isThisMachine } from '#contract/settings/email-names.ts';
import { addressesOf } from '../db/connection/hosts.ts';
import { natsAddresses } from './services.ts';

/** The settings of the connections to services. */
export interface Transports {
  DATABASE_URL?: string | undefined;
  DATABASE_OWNER_URL?: string | undefined;
  DATABASE_READ_URL?: string | undefined;
  SMTP_URL?: string | undefined;
  REDIS_URL?: string | undefined;
  NATS_URL?: string | undefined;
  S3_ENDPOINT?: string | undefined;
  BACKUP_S3_ENDPOINT?: string | undefined;
  MARKET_FEED: string;
  MARKET_FEED_URL?: string | undefined;
  ECONOMY_FEED: string;
  ECONOMY_FEED_URL?: string | undefined;
  TRADING_PLATFORM: string;
  TRADING_PLATFORM_URL?: string | undefined;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  SENTRY_DSN?: string | undefined;
  PUSHER_HOST?: string | undefined;
  PUSHER_SCHEME: string;
  /** Hosts with which unencrypted connections are allowed, because the operator sets them. */
  PLAIN_HOSTS?: readonly string[] | undefined;
}

type Endpoint = [name: string, address: string | undefined, isSafe: (url: URL) => boolean, instead: string];

/**
 * The settings whose service is remote and would be reached unencrypted, or without checking its certificate, with a
 * sentence each. This machine and its sockets may be reached unencrypted, and so may the hosts of `PLAIN_HOSTS`.
 */
export function plainTransports(set: Transports): string[] {
  const endpoints: Endpoint[] = [
    ...databases('DATABASE_URL', set.DATABASE_URL),
    ...databases('DATABASE_OWNER_URL', set.DATABASE_OWNER_URL),
    ...databases('DATABASE_READ_URL', set.DATABASE_READ_URL),
    ['SMTP_URL', set.SMTP_URL, isSafeEmailServer, 'needs smtps:, or requireTLS=true'],
    ['REDIS_URL', set.REDIS_URL, by('rediss:'), 'needs rediss:'],
    ...natsAddresses(set.NATS_URL).map((address): Endpoint => ['NATS_URL', address, by('tls:'), 'needs tls:']),
    ['S3_ENDPOINT', set.S3_ENDPOINT, safe, 'needs https:'],
    ['BACKUP_S3_ENDPOINT', set.BACKUP_S3_ENDPOINT, safe, 'needs https:'],
    [
      'MARKET_FEED_URL',
      set.MARKET_FEED === 'simulated' ? undefined : set.MARKET_FEED_URL,
      safe,
      'needs https: or wss:',
    ],
    ['ECONOMY_FEED_URL', set.ECONOMY_FEED === 'http' ? set.ECONOMY_FEED_URL : undefined, safe, 'needs https:'],
    [
      'TRADING_PLATFORM_URL',
      set.TRADING_PLATFORM === 'http' ? set.TRADING_PLATFORM_URL : undefined,
      safe,
      'needs https:',
    ],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', set.OTEL_EXPORTER_OTLP_ENDPOINT, safe, 'needs https:'],
    ['SENTRY_DSN', set.SENTRY_DSN, safe, 'needs https:'],
    ['PUSHER_HOST', set.PUSHER_HOST && `${set.PUSHER_SCHEME}://${set.PUSHER_HOST}`, safe, 'needs PUSHER_SCHEME=https'],
  ];
  const wrong = endpoints.flatMap(([name, address, isSafe, instead]) => {
    if (!address) return [];
    const url = URL.parse(address);
    const host = url ? hostOf(url) : '';
    if (url && (isHere(host) || isSafe(url) || set.PLAIN_HOSTS?.includes(host))) return [];
    return [`${name} ${instead}, or its host in PLAIN_HOSTS`];
  });
  return [...new Set(wrong)];
}

/** Each of its hosts has to be reached safely. */
const databases = (name: string, url = ''): Endpoint[] =>
  addressesOf(url).map((address) => [name, address, isSafeDatabase, 'needs sslmode=verify-full']);

const by =
  (...protocols: string[]) =>
  (url: URL) =>
    protocols.includes(url.protocol);
const safe = by('https:', 'wss:');

/** Without the brackets of an IPv6 address; empty where a database is reached by a socket. */
const hostOf = ({ hostname, searchParams }: URL) =>
  (searchParams.get('host') ?? decodeURIComponent(hostname)).replaceAll(/^\[|\]$/g, '').toLowerCase();

const isHere = (host: string) => host === '' || host.startsWith('/') || isThisMachine(host);

/** As the driver reads it: with libpq's own meaning `require` would check no certificate. */
function isSafeDatabase({ searchParams }: URL): boolean {
  const mode = searchParams.get('sslmode');
  if (searchParams.get('uselibpqcompat') === 'true') return mode === 'verify-full';
  return mode === null ? searchParams.get('ssl') === 'true' : ['require', 'verify-ca', 'verify-full'].includes(mode);
}

function isSafeEmailServer({ protocol, searchParams }: URL): boolean {
  if (searchParams.get('tls.rejectUnauthorized') === 'false') return false;
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
}
