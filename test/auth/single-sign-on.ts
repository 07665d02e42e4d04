import { expect } from 'vitest';
import type { Role } from '#contract/kernel/endpoint.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Browser } from '../browser.ts';
import { connectionInUse } from '../connections/connections.ts';
import { clientId, clientSecret, openOidcStandIn } from '../connections/oidc-stand-in.ts';
import { startServer, type Session } from '../server.ts';

interface Answer {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
}

/** A server whose staff sign in at a provider on this machine. */
export async function openSingleSignOn() {
  const server = await startServer({ env: { WEBHOOKS_LOCAL: '1' } });
  const provider = await openOidcStandIn('http://atrium.test/login/staff');

  /** A member of staff with a confirmed address, who is also at the provider. */
  async function member(roles: Role[] = ['client', 'support'], claims: Record<string, unknown> = {}): Promise<Session> {
    const person = await server.register({ roles });
    await server.db.run(sql`update person set email_verified_at = ${server.clock.now()} where id = ${person.user.id}`);
    const { email } = person.user;
    provider.people.set(subjectOf(person), { email, email_verified: true, ...claims });
    return person;
  }
  const ada = await member(['client', 'admin']);

  const settings = (change: object = {}) => ({
    issuer: provider.issuer,
    client_id: clientId,
    groups_claim: 'groups',
    only: false,
    break_glass: ada.user.email,
    ...change,
  });

  /** Puts a connection into use in place of the one before. */
  async function connect(change: object = {}, secrets: Record<string, string> = {}) {
    await server.db.run(sql`alter table connection disable trigger user`);
    await server.db.run(sql`update connection set state = 'removed' where port = 'staff_sign_in'`);
    await server.db.run(sql`alter table connection enable trigger user`);
    return connectionInUse(server, {
      port: 'staff_sign_in',
      adapter: 'oidc',
      value: { name: 'Company sign-in', settings: settings(change) },
      secrets: { client_secret: clientSecret, ...secrets },
    });
  }

  async function begin(as: Browser = server.browser()) {
    const { body, status } = await server.call('POST /api/login/staff/start', { as, body: {} });
    expect(status).toBe(200);
    return { as, address: body.address };
  }

  const finish = (as: Browser, body: Answer) => server.call('POST /api/login/staff/finish', { as, body });

  /** From the button to the answer of the provider, which is not handed in yet. */
  async function comeBack(subject: string, as?: Browser) {
    provider.signInAs(subject);
    const begun = await begin(as);
    const back = await provider.visit(begun.address);
    return { as: begun.as, answer: Object.fromEntries(back.searchParams) as unknown as Answer & { code: string } };
  }

  /** From the button to the end. */
  async function signIn(subject: string, as?: Browser) {
    const back = await comeBack(subject, as);
    return { ...back, ...(await finish(back.as, back.answer)) };
  }

  const isSignedIn = async (as: Browser) =>
    (await server.call('POST /api/client-info', { as })).body.status === 'active';

  async function signedIn(person: Session): Promise<Browser> {
    const { as, status, body } = await signIn(subjectOf(person));
    expect(status).toBe(200);
    as.token = tokenOf(body);
    expect(await isSignedIn(as)).toBe(true);
    return as;
  }

  return {
    server,
    provider,
    ada,
    settings,
    member,
    connect,
    begin,
    finish,
    comeBack,
    signIn,
    signedIn,
    isSignedIn,
    codeOf: async (subject: string) => (await signIn(subject)).refusal.code,
    async close() {
      provider.close();
      await server.close();
    },
  };
}

export const subjectOf = ({ user }: Session) => `subject of ${user.email}`;
export const tokenOf = (body: object) => ('token' in body ? String(body.token) : '');
