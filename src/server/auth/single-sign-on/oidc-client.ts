import * as client from 'openid-client';
import type { Connection, Io } from '#server/platform/connections/adapter.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** Clocks of the two sides may differ by so much. */
const toleranceS = 60;
/** How long what a provider says of itself is kept: addresses, and by them its keys. */
const keptMs = 10 * 60_000;

interface Known {
  until: number;
  /** The same object each time, because the package keeps the provider's keys with it. */
  configuration: client.Configuration;
}

const known = new Map<string, Known>();
const maxKnown = 20;

export type Configured = Pick<Connection<OidcSettings>, 'id' | 'settings' | 'secrets' | 'hookUrl'>;

/**
 * What the provider says of itself, verified and kept for some minutes. Every call goes by the guarded client of the
 * connection. An ID token counts only by its signature, though it comes from the provider itself.
 * @throws Error when the provider cannot be reached, or says that it is another one
 */
export async function discover(
  { id, settings, secrets }: Configured,
  io: Io,
  isFresh = false,
): Promise<client.Configuration> {
  const [secret = ''] = secrets['client_secret'] ?? [];
  const fetch = io.fetch({ purpose: 'sign in staff', ref: null }) as client.CustomFetch;
  const name = JSON.stringify([id, settings.issuer, settings.client_id, secret]);
  const now = performance.now();
  const found = known.get(name);
  if (found && found.until > now && !isFresh) {
    // What the guard of the connection allows may have changed.
    found.configuration[client.customFetch] = fetch;
    return found.configuration;
  }
  const issuer = new URL(settings.issuer);
  const configuration = await client.discovery(
    issuer,
    settings.client_id,
    { [client.clockTolerance]: toleranceS },
    proveBy(secret),
    {
      [client.customFetch]: fetch,
      // The guard of the connection decides which addresses may do without TLS.
      execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
    },
  );
  const { issuer: named } = configuration.serverMetadata();
  if (named !== settings.issuer) throw new TypeError(`the provider names itself ${named}`);
  client.enableNonRepudiationChecks(configuration);
  const [oldest] = known.keys();
  if (known.size >= maxKnown && oldest !== undefined) known.delete(oldest);
  known.delete(name);
  known.set(name, { until: now + keptMs, configuration });
  return configuration;
}

/** By the header, which is the rule where a provider says nothing, or in the body where it takes no header. */
function proveBy(secret: string): client.ClientAuth {
  const [byHeader, byBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, metadata, body, headers) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    return (methods.includes('client_secret_basic') ? byHeader : byBody)(server, metadata, body, headers);
  };
}
