import { Stripe } from 'stripe';
import type { Connection, Io } from '#server/platform/connections/adapter.ts';
import type { Purpose } from '#server/platform/connections/guarded-fetch.ts';

interface Settings {
  /** A server that stands in for Stripe, in a demo and in tests. */
  stand_in?: string | null | undefined;
}

const vendor = 'https://api.stripe.com';

export const addressOf = ({ stand_in: standIn }: Settings) => new URL(standIn || vendor);

/** The key by which a connection calls Stripe. */
export const keyOf = ({ secrets }: Pick<Connection<Settings>, 'secrets'>): string => secrets['api_key']?.[0] ?? '';

/** Whether it is a key for servers, and not one for pages. */
export const isServerKey = (key: string): boolean => /^(?:sk|rk)_(?:live|test)_\w+$/.test(key);

/** One client for each call, whose row in the journal names what it is for. It repeats nothing by itself. */
export function stripeClient(connection: Connection<Settings>, io: Io, purpose: Purpose): Stripe {
  const address = addressOf(connection.settings);
  return new Stripe(keyOf(connection), {
    host: address.hostname,
    port: address.port || (address.protocol === 'https:' ? 443 : 80),
    protocol: address.protocol === 'https:' ? 'https' : 'http',
    httpClient: Stripe.createFetchHttpClient(io.fetch(purpose)),
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: 15_000,
  });
}
