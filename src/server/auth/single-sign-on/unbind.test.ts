import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { singleSignOnEndpoints } from '#contract/auth/single-sign-on.ts';
import { sql } from '#server/platform/db/sql.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { openSingleSignOn, subjectOf } from '#test/auth/single-sign-on.ts';
import { waitingFor } from '#test/compliance/approvals.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { emailsTo } from '#test/mailbox.ts';
import type { Session } from '#test/server.ts';

let site: Awaited<ReturnType<typeof openSingleSignOn>>;
let carl: Session;
beforeAll(async () => {
  site = await openSingleSignOn();
  await site.connect();
  carl = await site.member(['client', 'compliance']);
});
afterAll(() => site.close());

const list = async () => (await site.server.call('POST /api/staff/team/identities', { as: site.ada })).body;
const identityOf = async ({ user }: Session) => (await list()).find(({ person_id: id }) => id === user.id);
const ask = (identityId: string | undefined, as = site.ada) =>
  site.server.call('POST /api/staff/team/identities/remove', {
    as,
    body: {
      identity_id: identityId ?? crypto.randomUUID(),
      reason: 'The account there was made again',
      current_password: as.password,
    },
  });
const approve = async (person: Session, as = carl) =>
  site.server.call('POST /api/staff/approvals/approve', {
    as,
    body: {
      approval_request_id: await waitingFor(site.server, person.user.id, 'staff_identity'),
      current_password: as.password,
      overrule: 'One network in tests.',
    },
  });

describe('a member of staff whose account at the provider was made again', () => {
  it('is shown with the provider, and since when', async () => {
    const sven = await site.member();
    expect(await identityOf(sven)).toBeUndefined();
    await site.signedIn(sven);
    const now = site.server.clock.now().toISOString();
    expect(await identityOf(sven)).toMatchObject({
      full_name: sven.user.full_name,
      email: sven.user.email,
      provider: 'Company sign-in',
      created_at: now,
      last_sign_in_at: now,
    });
  });

  it('is bound again by two people: sessions of single sign-on end, others stay, and the email says so', async () => {
    const sven = await site.member();
    const as = await site.signedIn(sven);
    site.provider.people.set('made again', { email: sven.user.email, email_verified: true });
    expect(await site.codeOf('made again')).toBe('auth.sso_unknown');
    expect((await ask((await identityOf(sven))?.id)).status).toBe(200);
    expect(await site.isSignedIn(as)).toBe(true);
    expect(await site.codeOf('made again')).toBe('auth.sso_unknown');
    expect((await approve(sven, site.ada)).status).not.toBe(200);
    expect((await approve(sven)).status).toBe(200);
    expect([await site.isSignedIn(as), await site.isSignedIn(sven)]).toEqual([false, true]);
    expect(await identityOf(sven)).toBeUndefined();
    const { status } = await site.signIn('made again');
    expect(status).toBe(200);
    expect(await site.codeOf(subjectOf(sven))).toBe('auth.sso_unknown');
    const audit = await site.server.db.rows(sql`
      select action, details from audit_entry where client_id = ${sven.user.id} and action like '%bind_identity' order by id`);
    expect(audit).toMatchObject([
      { action: 'auth.bind_identity' },
      {
        action: 'auth.unbind_identity',
        details: {
          connection: 'Company sign-in',
          reason: 'The account there was made again',
          proposed_by: site.ada.user.full_name,
        },
      },
      { action: 'auth.bind_identity' },
    ]);
    await site.server.drain();
    const subjects = (await emailsTo(site.server, sven.user.email)).map(({ subject }) => subject);
    expect(subjects.filter((each) => each.includes('link removed'))).toHaveLength(1);
  });

  it('does not come in by a sign-in that waits for its second factor, and approves nothing for a week', async () => {
    const eve = await site.member(['client', 'admin']);
    await site.signedIn(eve);
    const totp = await setUpTotp(site.server, eve);
    const { as, body } = await site.signIn(subjectOf(eve));
    if (!('challenge' in body)) throw new Error('signed in without the second factor');
    await ask((await identityOf(eve))?.id);
    expect((await approve(eve)).status).toBe(200);
    const { refusal } = await site.server.call('POST /api/login/second-factor', {
      as,
      body: { challenge: body.challenge, code: totp.code() },
    });
    expect(refusal.code).toBe('auth.challenge_over');
    const { isReadmitted } = await site.server.db.one<{ isReadmitted: boolean }>(
      sql`select was_readmitted(${eve.user.id}, ${site.server.clock.now()}) as "isReadmitted"`,
    );
    expect(isReadmitted).toBe(true);
  });

  it('does not come in by a sign-in that waits while the link is removed', async () => {
    const sven = await site.member();
    await site.signedIn(sven);
    await ask((await identityOf(sven))?.id);
    const { as, answer } = await site.comeBack(subjectOf(sven));
    const { db } = site.server;
    const waiting = sql`
      select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`;
    const [removal, signIn] = await db.tx(async (tx) => {
      await tx.run(sql`select from person where id = ${sven.user.id} for no key update`);
      const removing = approve(sven);
      await expect.poll(() => db.rows(waiting)).toHaveLength(1);
      const signingIn = site.finish(as, answer);
      await expect.poll(() => db.rows(waiting)).toHaveLength(2);
      return [removing, signingIn] as const;
    });
    expect((await removal).status).toBe(200);
    expect((await signIn).refusal.code).toBe('auth.sso_unknown');
  });

  it('stays bound in the database without a second person', async () => {
    const sven = await site.member();
    await site.signedIn(sven);
    const id = (await identityOf(sven))?.id ?? '';
    const { run } = site.server.app.db;
    await expect(run(sql`update staff_identity set removed_at = now() where id = ${id}`)).rejects.toMatchObject({
      constraint: 'staff_identity_is_removed_by_two',
    });
    for (const change of [
      sql`update staff_identity set subject = 'another' where id = ${id}`,
      sql`delete from staff_identity where id = ${id}`,
    ])
      await expect(run(change)).rejects.toThrow('cannot change so');
  });
});

describe('refusals', () => {
  const { meets } = refusalsOf({ 'auth.unbind_identity': singleSignOnEndpoints['auth.unbind_identity'] });
  meets(
    'auth.unbind_identity',
    async () => {
      const sven = await site.member();
      for (const person of [sven, site.ada]) await site.signedIn(person);
      const [id, own] = [(await identityOf(sven))?.id, (await identityOf(site.ada))?.id];
      await ask(id);
      return [() => ask(undefined), () => ask(own), () => ask(id)];
    },
    ['auth.current_password', 'auth.locked', 'auth.code', 'auth.passkey_over', 'auth.passkey'],
  );
});
