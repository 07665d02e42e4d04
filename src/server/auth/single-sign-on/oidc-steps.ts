import * as client from 'openid-client';
import type { Io } from '#server/platform/connections/adapter.ts';
import type { Outcome } from '#server/platform/connections/outcome.ts';
import { scimPath } from '../scim/users.ts';
import { keysOf } from './oidc-logout.ts';
import { discover, type Configured } from './oidc-client.ts';
import type { CheckBreakGlass } from './oidc-settings.ts';

type Step = readonly [name: string, run: () => Promise<Outcome<string>>];

const refused = (text: string): Outcome<string> => ({ kind: 'refused', code: 'test', text, again: 'after_change' });

/** What the button that tests a connection tries. Nothing is signed in: a code that does not exist shows whether the secret is right. */
export const oidcSteps = (configured: Configured, io: Io, checkBreakGlass: CheckBreakGlass): Step[] => [
  [
    'read the provider',
    () =>
      attempt(async () => {
        const server = (await discover(configured, io, true)).serverMetadata();
        if (!server.authorization_endpoint || !server.token_endpoint || !server.jwks_uri)
          return refused('the provider names no addresses to sign in');
        const methods = server.code_challenge_methods_supported;
        if (methods !== undefined && !methods.includes('S256'))
          return refused('the provider does not take PKCE with S256');
        return { kind: 'done', value: `${server.issuer}; redirect address ${redirectUriOf(configured)}` };
      }),
  ],
  [
    'read its keys',
    () =>
      attempt(async () => {
        const count = await keysOf(configured, io).then((keys) => keys.length);
        return count > 0 ? { kind: 'done', value: `${count} keys` } : refused('the provider has no keys');
      }),
  ],
  ['show the secret', () => attempt(() => showSecret(configured, io))],
  [
    'find the break-glass account',
    async () => {
      const { break_glass: accounts } = configured.settings;
      for (const email of accounts) {
        const fault = await checkBreakGlass(email);
        if (fault !== undefined) return refused(`${email}: ${fault}`);
      }
      return { kind: 'done', value: accounts.join(', ') };
    },
  ],
  [
    'check the SCIM token',
    async () => {
      const { length } = configured.secrets['scim_token'] ?? [];
      if (length === 0 || length === undefined) return { kind: 'done', value: 'none' };
      return scimTokensOf(configured).length === length
        ? { kind: 'done', value: `for ${scimUrlOf(configured)}` }
        : refused(`it has less than ${scimTokenLength} characters`);
    },
  ],
];

/** Who guesses it takes the roles of all staff but the emergency accounts. */
const scimTokenLength = 32;

/** Both while one takes the place of the other. */
export const scimTokensOf = ({ secrets }: Pick<Configured, 'secrets'>): string[] =>
  (secrets['scim_token'] ?? []).filter(({ length }) => length >= scimTokenLength);

async function showSecret(configured: Configured, io: Io): Promise<Outcome<string>> {
  const configuration = await discover(configured, io);
  try {
    await client.genericGrantRequest(configuration, 'authorization_code', {
      code: 'atrium-connection-test',
      redirect_uri: redirectUriOf(configured),
      code_verifier: client.randomPKCECodeVerifier(),
    });
    return refused('the provider takes any code');
  } catch (error) {
    const { error: word, status } = error as { error?: string; status?: number };
    if (status === 401) return refused('invalid_client');
    if (word === 'invalid_grant' || word === 'invalid_request') return { kind: 'done', value: 'accepted' };
    if (word === undefined) throw error;
    return refused(word.slice(0, 100));
  }
}

/** Where the provider sends the browser back to, which an administrator enters there. */
export const redirectUriOf = (configured: Pick<Configured, 'hookUrl'>): string => ownUrl(configured, '/login/staff');

const scimUrlOf = (configured: Pick<Configured, 'hookUrl'>) => ownUrl(configured, scimPath);

const ownUrl = ({ hookUrl }: Pick<Configured, 'hookUrl'>, path: string) => hookUrl.replace(/\/hooks\/.*$/, path);

async function attempt(run: () => Promise<Outcome<string>>): Promise<Outcome<string>> {
  try {
    return await run();
  } catch (error) {
    return { kind: 'unknown', detail: error instanceof Error ? error.message : String(error) };
  }
}
