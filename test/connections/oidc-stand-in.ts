import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, decodeJwt, UnsecuredJWT, type JWK, type JWTPayload } from 'jose';
import { Provider } from 'oidc-provider';

export const clientId = 'atrium';
export const clientSecret = 'secret-of-the-client-1';

/** Changes the claims of the next ID token, which is signed again; or replaces the token. */
type Forge = (claims: JWTPayload) => JWTPayload | { token: string } | Promise<{ token: string }>;

interface Key {
  kid: string;
  pair: Awaited<ReturnType<typeof generateKeyPair>>;
  jwk: JWK;
}

async function newKey(kid: string): Promise<Key> {
  const pair = await generateKeyPair('RS256', { extractable: true });
  return { kid, pair, jwk: { ...(await exportJWK(pair.privateKey)), kid, alg: 'RS256', use: 'sig' } };
}

const sign = (claims: JWTPayload, { kid, pair }: Key, typ?: string) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid, ...(typ !== undefined && { typ }) })
    .sign(pair.privateKey);

/**
 * A provider of OpenID Connect on this machine: oidc-provider, which checks client, secret, code and PKCE itself. What
 * it answers can be forged on the way.
 */
export async function openOidcStandIn(redirectUri: string) {
  const key = await newKey('first');
  const stranger = await newKey('first');
  const people = new Map<string, Record<string, unknown>>();
  let who = '';
  let forge: Forge | undefined;
  let down = false;
  let announced: Record<string, unknown> = {};
  let servedKeys: JWK[] | undefined;
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    jwks: { keys: [key.jwk] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'hd'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  });
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path === '/.well-known/openid-configuration') ctx.body = { ...(ctx.body as object), ...announced };
    if (ctx.path === '/jwks' && servedKeys) ctx.body = { keys: servedKeys };
    const tokens = ctx.body as { id_token?: string } | undefined;
    if (ctx.path !== '/token' || !forge || !tokens?.id_token) return;
    const made = await forge(decodeJwt(tokens.id_token));
    ctx.body = { ...tokens, id_token: 'token' in made ? String(made['token']) : await sign(made, key) };
  });
  const handle = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (down) return response.writeHead(500).end('{}');
    if (!request.url?.startsWith('/interaction/')) return handle(request, response);
    return provider.interactionFinished(request, response, { login: { accountId: who } });
  }

  /** Follows the browser from an address at the provider back to us. */
  async function visit(address: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let next = new URL(address);
    for (let hop = 0; hop < 10; hop += 1) {
      const headers = { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
      const answered = await fetch(next, { redirect: 'manual', headers });
      for (const line of answered.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const to = answered.headers.get('location');
      if (to === null) throw new Error(`the provider answered ${answered.status}: ${await answered.text()}`);
      next = new URL(to, next);
      if (next.href.startsWith(redirectUri)) return next;
    }
    throw new Error('the provider sends the browser around in circles');
  }

  return {
    issuer,
    people,
    key,
    visit,
    signInAs: (subject: string) => void (who = subject),
    forge: (how: Forge | undefined) => void (forge = how),
    announce: (what: Record<string, unknown>) => void (announced = what),
    serveKeys: (keys: Key[] | undefined) =>
      void (servedKeys = keys?.map(({ jwk: { kty, n, e, kid, alg, use } }) => ({ kty, n, e, kid, alg, use }) as JWK)),
    setDown: (is: boolean) => void (down = is),
    /** By a key that the provider does not have, under the name of one that it has. */
    byStranger: (claims: JWTPayload) => sign(claims, stranger),
    by: sign,
    newKey,
    unsigned: (claims: JWTPayload) => new UnsecuredJWT(claims).encode(),
    /** By the client secret, which the provider also knows. */
    bySecret: (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'first' }).sign(Buffer.from(clientSecret)),
    logoutToken: (claims: JWTPayload, typ = 'logout+jwt') => sign(claims, key, typ),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
