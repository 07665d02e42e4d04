import type { Environment } from './environment.ts';
import { sign } from '../secrets/token.ts';
import { wrongSettings } from './wrong-settings.ts';

/** A key and a secret of this installation, derived from its secret, so that the operator need not invent them. */
export function realtimeOf(set: Environment) {
  const { PUSHER_HOST: host, PUSHER_SCHEME: scheme, APP_SECRET: own } = set;
  if (host && !(set.PUSHER_APP_KEY && set.PUSHER_APP_SECRET))
    throw wrongSettings('PUSHER_HOST needs PUSHER_APP_KEY and PUSHER_APP_SECRET');
  return {
    credentials: {
      appId: set.PUSHER_APP_ID,
      key: set.PUSHER_APP_KEY ?? sign(own, 'realtime-key', '').replaceAll(/\W/g, '').slice(0, 20),
      secret: set.PUSHER_APP_SECRET ?? sign(own, 'realtime-secret', ''),
    },
    cluster: set.PUSHER_APP_CLUSTER,
    socketsPerAddress: set.SOCKETS_PER_ADDRESS,
    handshakesPerAddress: set.HANDSHAKES_PER_ADDRESS,
    provider: host ? { host, scheme, port: set.PUSHER_PORT ?? (scheme === 'https' ? 443 : 80) } : undefined,
    /** Pusher's own takes events at one host and sockets at another. */
    browserHost: host?.replace(/^api(-[\w-]+)?(?=\.pusher\.com$)/, `ws-${set.PUSHER_APP_CLUSTER}`) ?? '',
  };
}

/** Undefined when the embedded platform keeps the accounts. */
export function remotePlatform(set: Environment) {
  const { TRADING_PLATFORM_URL: url, TRADING_PLATFORM_SECRET: secret, TRADING_PLATFORM_SIGN_IN: signIn } = set;
  if (set.TRADING_PLATFORM === 'paper') return undefined;
  if (!url || !secret)
    throw wrongSettings('TRADING_PLATFORM: http needs TRADING_PLATFORM_URL and TRADING_PLATFORM_SECRET');
  return { url: url.replace(/\/+$/, ''), secret, signIn };
}

export interface NatsConfig {
  /** Host and port of each. */
  servers: string[];
  isTls: boolean;
  user?: string;
  password?: string;
  /** The text of a credentials file: a JWT and the seed of its key. */
  credentials?: string;
  /** What the subjects of events begin with. */
  subject: string;
}

/** The addresses of `NATS_URL`, which are those of one cluster. */
export const natsAddresses = (url = ''): string[] => url.split(',').filter((address) => address !== '');

/** Undefined where events go to no NATS. */
export function natsOf(set: Environment): NatsConfig | undefined {
  const urls = natsAddresses(set.NATS_URL).map((address) => new URL(address));
  const [first] = urls;
  if (!first) return undefined;
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || '4222'}`),
    isTls: urls.some(({ protocol }) => protocol === 'tls:'),
    ...(first.username !== '' && {
      user: decodeURIComponent(first.username),
      password: decodeURIComponent(first.password),
    }),
    ...(set.NATS_CREDENTIALS !== undefined && { credentials: set.NATS_CREDENTIALS }),
    subject: set.NATS_SUBJECT,
  };
}
