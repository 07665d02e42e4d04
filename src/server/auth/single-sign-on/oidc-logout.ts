import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
} from 'jose';
import { z } from 'zod';
import type { Io } from '#server/platform/connections/adapter.ts';
import type { HookCall, HookEvent, Hooks, Signature } from '#server/platform/connections/hooks.ts';
import type { SignOut } from '#server/platform/connections/ports/staff-sign-in.ts';
import { readJson } from '#server/platform/connections/read-json.ts';
import { sha256 } from '#server/platform/secrets/token.ts';
import { discover, type Configured } from './oidc-client.ts';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const types = new Set(['logout+jwt', 'application/logout+jwt', 'jwt']);
const toleranceS = 60;
/** An older token is not taken, so that one that was used need not be remembered for ever. */
const maxAgeS = 600;
/** Unknown keys are looked up so often at most. */
const refetchMs = 60_000;

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
const kept = new Map<string, { at: number; keys: JSONWebKeySet }>();
const maxKept = 20;

/** The public keys of the provider, as it has them now. */
export async function keysOf(configured: Configured, io: Io): Promise<JSONWebKeySet['keys']> {
  const { jwks_uri: url = '' } = (await discover(configured, io)).serverMetadata();
  const answer = await io.http({ purpose: 'read keys', ref: null, method: 'GET', url });
  if (answer.failure !== null) throw new Error(answer.reason);
  const found = answer.status === 200 ? readJson(answer, keySet) : undefined;
  if (!found) throw new Error(`the keys cannot be read: status ${answer.status}`);
  const keys = found.keys as JSONWebKeySet['keys'];
  const [oldest] = kept.keys();
  if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
  kept.set(configured.id, { at: performance.now(), keys: { keys } });
  return keys;
}

/** Back-channel logout: a provider reports, signed, that a person has left there. */
export const logoutHooks = (configured: Configured, io: Io): Hooks => ({
  keptHeaders: [],
  verify: (call) => verify(configured, io, call),
  read: (call) => [eventOf(decodeJwt(tokenOf(call.raw)))],
  answer: (outcome) => ({ status: outcome === 'taken' ? 200 : 503, body: '' }),
  // OpenID Connect Back-Channel Logout 1.0, section 2.8. It says no more, so that a stranger learns nothing.
  refusal: { status: 400, body: JSON.stringify({ error: 'invalid_request' }), type: 'application/json' },
});

async function verify(configured: Configured, io: Io, { raw }: HookCall): Promise<Signature> {
  const token = tokenOf(raw);
  const { typ, kid } = decodeProtectedHeader(token);
  if (typ !== undefined && !types.has(typ.toLowerCase())) return 'bad_signature';
  const options = {
    issuer: configured.settings.issuer,
    audience: configured.settings.client_id,
    algorithms,
    clockTolerance: toleranceS,
    maxTokenAge: maxAgeS,
    requiredClaims: ['iat', 'jti', 'events'],
  };
  const { payload } = await jwtVerify(token, createLocalJWKSet(await keysFor(configured, io, kid)), options);
  return isLogout(payload) ? 'valid' : 'bad_signature';
}

/** Keys that are at hand, or those that the provider has now, where it names one that is not. */
async function keysFor(configured: Configured, io: Io, kid: string | undefined): Promise<JSONWebKeySet> {
  const known = kept.get(configured.id);
  const age = known ? performance.now() - known.at : Infinity;
  const has = known?.keys.keys.some((key) => kid === undefined || key.kid === kid) ?? false;
  // A key that was withdrawn at the provider ends here as well.
  if (known && (has ? age < 10 * refetchMs : age < refetchMs)) return known.keys;
  return { keys: await keysOf(configured, io) };
}

/** A token of a sign-in has a nonce; it must not pass as one that ends sessions. */
function isLogout({ events, nonce, sub, sid, jti }: JWTPayload): boolean {
  const named = typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[logoutEvent] : null;
  const isText = (value: unknown) => value === undefined || (typeof value === 'string' && value.length <= 255);
  return (
    typeof named === 'object' &&
    named !== null &&
    nonce === undefined &&
    typeof jti === 'string' &&
    isText(sub) &&
    isText(sid) &&
    (sub !== undefined || sid !== undefined)
  );
}

const tokenOf = (raw: Buffer): string => new URLSearchParams(raw.toString()).get('logout_token') ?? '';

/** The inbox takes each event once, so a token counts once. */
const eventOf = ({ jti = '', sub }: JWTPayload): HookEvent => ({
  eventId: sha256(jti).toString('hex'),
  type: 'logout',
  subject: sub?.slice(0, 200) ?? null,
  ref: null,
});

export function readSignOut(body: Buffer): SignOut {
  const { sub, sid } = decodeJwt(tokenOf(body));
  return { subject: sub ?? null, sid: typeof sid === 'string' ? sid : null };
}
