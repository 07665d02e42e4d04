import * as client from 'openid-client';
import type { Adapter, Io } from '#server/platform/connections/adapter.ts';
import type { Outcome } from '#server/platform/connections/outcome.ts';
import type {
  ProvenPerson,
  SignInAnswer,
  SignInAttempt,
  StaffSignIn,
} from '#server/platform/connections/ports/staff-sign-in.ts';
import { probe } from '#server/platform/connections/probe.ts';
import { equalSecrets } from '#server/platform/secrets/token.ts';
import { readClaims } from './oidc-claims.ts';
import { discover, type Configured } from './oidc-client.ts';
import { logoutHooks, readSignOut } from './oidc-logout.ts';
import { oidcSettings, rolesByGroup, type CheckBreakGlass } from './oidc-settings.ts';
import { oidcSteps, scimTokensOf } from './oidc-steps.ts';

/** Google serves its keys and tokens from other hosts than it names itself by. */
const hostsOfGoogle = ['oauth2.googleapis.com', 'www.googleapis.com'];

/** OpenID Connect: Keycloak, Entra ID, Okta, Google and others. */
export const oidc = (checkBreakGlass: CheckBreakGlass): Adapter<'staff_sign_in', typeof oidcSettings> => ({
  name: 'oidc',
  port: 'staff_sign_in',
  settings: oidcSettings,
  hosts: ({ issuer }) => (new URL(issuer).host === 'accounts.google.com' ? hostsOfGoogle : []),
  open: (connection, io) => openOidc(connection, io, checkBreakGlass),
});

function openOidc(configured: Configured, io: Io, checkBreakGlass: CheckBreakGlass): StaffSignIn {
  const { settings: set } = configured;
  return {
    rules: {
      issuer: set.issuer,
      breakGlass: set.break_glass,
      rolesOf: set.group_roles === undefined ? null : rolesByGroup(set.group_roles),
    },
    hooks: logoutHooks(configured, io),
    readSignOut,
    isScimToken: (token) => scimTokensOf(configured).some((set) => equalSecrets(token, set)),
    test: () => probe(oidcSteps(configured, io, checkBreakGlass)),
    begin: (attempt) => begin(configured, io, attempt),
    finish: (answer, attempt) => finish(configured, io, answer, attempt),
  };
}

async function begin(
  configured: Configured,
  io: Io,
  { state, nonce, verifier, redirectUri }: SignInAttempt,
): Promise<Outcome<string>> {
  try {
    const configuration = await discover(configured, io);
    const address = client.buildAuthorizationUrl(configuration, {
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(configured.settings.hosted_domain !== undefined && { hd: configured.settings.hosted_domain }),
    });
    return { kind: 'done', value: address.href };
  } catch (error) {
    return failureOf(error, io);
  }
}

async function finish(
  configured: Configured,
  io: Io,
  answer: SignInAnswer,
  { state, nonce, verifier, redirectUri }: SignInAttempt,
): Promise<Outcome<ProvenPerson>> {
  try {
    const configuration = await discover(configured, io);
    const tokens = await client.authorizationCodeGrant(configuration, addressOf(redirectUri, answer), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const person = readClaims(tokens.claims() ?? {}, configured.settings);
    return person
      ? { kind: 'done', value: person }
      : { kind: 'refused', code: 'claims', text: 'the person is not of this company', again: 'never' };
  } catch (error) {
    return failureOf(error, io);
  }
}

/** The address to which the provider sent the browser, as it was. */
function addressOf(redirectUri: string, answer: SignInAnswer): URL {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) address.searchParams.set(name, value);
  return address;
}

/** What never reached the provider, or got no answer of it, may be tried again; all else is refused. */
function failureOf(error: unknown, { log }: Io): Exclude<Outcome<never>, { kind: 'done' }> {
  const { code, message, status } = error as { code?: string; message?: string; status?: number };
  const text = `${message ?? 'failed'}${detailOf(error)}`.slice(0, 300);
  log.warn({ code, reason: text }, 'a sign-in at the provider of single sign-on failed');
  const isUnreachable = error instanceof TypeError && error.cause !== undefined && 'failure' in (error.cause as object);
  if (isUnreachable || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || (status ?? 0) >= 500)
    return { kind: 'unknown', detail: text };
  return { kind: 'refused', code: code ?? 'invalid', text, again: 'never' };
}

/** The word of the provider for a refusal, such as `access_denied`; never one of its values. */
const detailOf = (error: unknown): string => {
  const word = (error as { error?: unknown }).error;
  return typeof word === 'string' ? ` (${word.slice(0, 60)})` : '';
};
