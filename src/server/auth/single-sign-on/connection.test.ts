import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { openRow } from '#server/platform/secrets/row-macs.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { openSingleSignOn } from '#test/auth/single-sign-on.ts';
import { approvedAnyway, turn } from '#test/connections/connections.ts';
import { clientId, clientSecret } from '#test/connections/oidc-stand-in.ts';
import type { Session } from '#test/server.ts';

let site: Awaited<ReturnType<typeof openSingleSignOn>>;
beforeAll(async () => void (site = await openSingleSignOn()));
afterAll(() => site.close());

const passwordSignIn = ({ user, password }: Session) =>
  site.server.call('POST /api/login', { as: site.server.browser(), body: { email: user.email, password } });

describe('the connection', () => {
  const create = (as: Session, fields: Record<string, string>) =>
    site.server.call('POST /api/staff/connections/create', {
      as,
      body: {
        adapter: 'oidc',
        name: 'Company sign-in',
        fields,
        in_own_network: false,
        countries: [],
        currencies: [],
        tiers: [],
        order: 10,
        current_password: as.password,
      },
    });
  const fields = (change: Record<string, string> = {}) => ({
    issuer: site.provider.issuer,
    client_id: clientId,
    client_secret: clientSecret,
    break_glass: site.ada.user.email,
    group_roles: 'admins=admin; help=support',
    only: 'false',
    ...change,
  });
  let eve: Session;
  beforeAll(async () => {
    await setUpTotp(site.server, site.ada);
    eve = await site.member(['client', 'admin']);
  });
  async function tested(change: Record<string, string> = {}) {
    const { body } = await create(eve, fields(change));
    const which = { connection_id: body.connection_id };
    await site.server.call('POST /api/staff/connections/test', { as: eve, body: which });
    const list = await site.server.call('POST /api/staff/connections', { as: eve, body: {} });
    const shown = list.body.connections.find(({ id }) => id === body.connection_id);
    return { id: body.connection_id, shown, failed: shown?.probe?.steps.find(({ ok }) => !ok) };
  }

  it('is tested against the provider, step by step', async () => {
    const adam = await site.member(['client', 'admin']);
    const { failed, shown } = await tested();
    expect(failed).toBeUndefined();
    expect(shown?.probe?.steps.map(({ name }) => name)).toEqual([
      'read the provider',
      'read its keys',
      'show the secret',
      'find the break-glass account',
      'check the SCIM token',
    ]);
    expect((await tested({ client_secret: 'a wrong secret 1' })).failed).toMatchObject({
      name: 'show the secret',
      detail: 'invalid_client',
    });
    expect((await tested({ issuer: `${site.provider.issuer}/` })).failed?.name).toBe('read the provider');
    const two = `${site.ada.user.email}, ${adam.user.email}`;
    for (const break_glass of [adam.user.email, two])
      expect((await tested({ break_glass })).failed).toMatchObject({
        name: 'find the break-glass account',
        detail: `${adam.user.email}: this administrator has no second factor`,
      });
    await setUpTotp(site.server, adam);
    expect((await tested({ break_glass: two })).failed).toBeUndefined();
    expect((await tested({ scim_token: 'x'.repeat(31) })).failed?.name).toBe('check the SCIM token');
    const { shown: set } = await tested({ scim_token: 'x'.repeat(32) });
    expect(set?.probe?.steps.at(-1)).toMatchObject({ ok: true, detail: 'for http://atrium.test/scim/v2' });
  });

  it('takes two people, for its mapping as for its secret', async () => {
    const { id } = await tested();
    const use = await site.server.call('POST /api/staff/connections/use', {
      as: eve,
      body: { connection_id: id, overlap_hours: 0, reason: 'One sign-in for staff', current_password: eve.password },
    });
    expect(use.status).toBe(200);
    const state = () => site.server.db.one<{ state: string }>(sql`select state from connection where id = ${id}`);
    expect(await state()).toEqual({ state: 'off' });
    const finn = await site.member(['client', 'finance']);
    const { body } = await site.server.call('POST /api/staff/approvals', { as: finn, body: {} });
    const request = body.approval_requests.find((each) => each.kind === 'connection' && each.key === id);
    if (!request) throw new Error('nothing was requested');
    const approve = (as: Session) =>
      site.server.call('POST /api/staff/approvals/approve', {
        as,
        body: { approval_request_id: request.id, current_password: as.password, overrule: 'One network in tests.' },
      });
    expect((await approve(eve)).status).not.toBe(200);
    expect(await state()).toEqual({ state: 'off' });
    expect((await approve(finn)).status).toBe(200);
    expect(await state()).toEqual({ state: 'on' });
    const change = site.server.app.db.run(sql`
      update connection set value = jsonb_set(value, '{settings,group_roles}', '"mine=admin"') where id = ${id}`);
    await expect(change).rejects.toMatchObject({ constraint: 'connection_is_approved' });
  });

  it('is turned off by two people where it is the only way in, and by one otherwise', async () => {
    const finn = await site.member(['client', 'finance']);
    const { id } = await site.connect({ only: true });
    const asEve = { as: eve, body: { connection_id: id } };
    const state = async () =>
      (await site.server.db.one<{ state: string }>(sql`select state from connection where id = ${id}`)).state;
    const shown = async () =>
      (await site.server.call('POST /api/staff/connections', { as: eve, body: {} })).body.connections.find(
        (each) => each.id === id,
      );
    expect(await shown()).toMatchObject({ takes_two: true, off_takes_two: true });
    const alone = await site.server.call('POST /api/staff/connections/switch-off', asEve);
    expect(alone.refusal.code).toBe('connections.off_takes_two');
    for (const end of ['off', 'removed'])
      await expect(
        site.server.app.db.run(sql`update connection set state = ${end} where id = ${id}`),
      ).rejects.toMatchObject({ constraint: 'connection_is_approved' });
    await site.server.call('POST /api/staff/connections/request-off', {
      as: eve,
      body: { connection_id: id, reason: 'The provider is down', current_password: eve.password },
    });
    expect(await state()).toBe('on');
    expect((await passwordSignIn(finn)).refusal.code).toBe('auth.sso_required');
    const { body } = await site.server.call('POST /api/staff/approvals', { as: finn, body: {} });
    const request = body.approval_requests.find((each) => each.kind === 'connection' && each.key === id);
    expect(request).toMatchObject({ value: { act: 'switch_off', value: { settings: { only: true } } } });
    const approve = (as: Session) =>
      site.server.call('POST /api/staff/approvals/approve', {
        as,
        body: {
          approval_request_id: request?.id ?? '',
          current_password: as.password,
          overrule: 'One network in tests.',
        },
      });
    expect((await approve(eve)).status).not.toBe(200);
    expect(await state()).toBe('on');
    expect((await approve(finn)).status).toBe(200);
    expect(await state()).toBe('off');
    expect((await passwordSignIn(finn)).status).toBe(200);
    const entry = await site.server.db.one<{ details: object }>(
      sql`select details from audit_entry where action = 'connections.switch_off' order by id desc limit 1`,
    );
    expect(entry.details).toMatchObject({ reason: 'The provider is down', proposed_by: eve.user.full_name });
    const optional = await site.connect();
    const one = await site.server.call('POST /api/staff/connections/switch-off', {
      as: eve,
      body: { connection_id: optional.id },
    });
    expect(one.status).toBe(200);
  });

  it('is not ended by the approval of a change, nor changed by the approval of an end', async () => {
    const { id } = await site.connect({ only: true });
    const now = site.server.clock.now();
    const change = (act: string, what: ReturnType<typeof sql>) =>
      site.server.db.tx(async (tx) => {
        await tx.run(sql`alter table approval_request disable trigger user`);
        await tx.run(sql`
          insert into approval_request (id, kind, key, was, value, reason, author_id, state, decided_by, created_at, expires_at, decided_at)
          select ${crypto.randomUUID()}, 'connection', ${id}, '{}', jsonb_build_object('act', ${act}::text, 'version', version,
            'value', jsonb_set(value, '{settings,only}', 'false')), 'x', ${eve.user.id}, 'approved', ${site.ada.user.id},
            ${now}, ${new Date(now.getTime() + 1000)}, ${now}
          from connection where id = ${id}`);
        await tx.run(sql`alter table approval_request enable trigger user`);
        await tx.run(sql`update connection set ${what} where id = ${id}`);
      });
    const refused = { constraint: 'connection_is_approved' };
    await expect(change('change', sql`state = 'off'`)).rejects.toMatchObject(refused);
    const optional = sql`value = jsonb_set(value, '{settings,only}', 'false')`;
    await expect(change('switch_off', optional)).rejects.toMatchObject(refused);
  });

  it('says which field is wrong', async () => {
    const fieldOf = async (change: Record<string, string>) =>
      Object.keys((await create(eve, fields(change))).refusal.errors ?? {});
    expect(await fieldOf({ group_roles: 'admins=owner' })).toEqual(['field_group_roles']);
    expect(await fieldOf({ group_roles: 'admins' })).toEqual(['field_group_roles']);
    expect(await fieldOf({ break_glass: 'ada' })).toEqual(['field_break_glass']);
    expect(await fieldOf({ break_glass: '' })).toEqual(['field_break_glass']);
    expect(await fieldOf({ break_glass: 'a@b.example c@d.example e@f.example' })).toEqual(['field_break_glass']);
    expect(await fieldOf({ issuer: 'ftp://provider.example' })).toEqual(['field_issuer']);
    expect(await fieldOf({ client_secret: '' })).toEqual(['field_client_secret']);
  });

  it('ends the sessions of staff that began without it once it is the only way in, but for the emergency account', async () => {
    const [uma, vera, sven] = [await site.member(['client', 'admin']), await site.member(), await site.member()];
    const finn = await site.member(['client', 'finance']);
    const clara = await site.server.register();
    const by = await site.connect();
    const bySven = await site.signedIn(sven);
    await turn(site.server, by.id, 'off');
    const { id } = await tested({ only: 'true' });
    await site.server.call('POST /api/staff/connections/use', {
      as: uma,
      body: { connection_id: id, overlap_hours: 0, reason: 'One sign-in for staff', current_password: uma.password },
    });
    const { body } = await site.server.call('POST /api/staff/approvals', { as: finn, body: {} });
    const request = body.approval_requests.find((each) => each.kind === 'connection' && each.key === id);
    const who = [uma, vera, sven, bySven, finn, site.ada, clara];
    const areIn = () => Promise.all(who.map(site.isSignedIn));
    expect(await areIn()).toEqual([true, true, true, true, true, true, true]);
    const { status } = await site.server.call('POST /api/staff/approvals/approve', {
      as: finn,
      body: {
        approval_request_id: request?.id ?? '',
        current_password: finn.password,
        overrule: 'One network in tests.',
      },
    });
    expect(status).toBe(200);
    expect(await areIn()).toEqual([false, false, false, true, false, true, true]);
  });

  it('lets no sign-in by password begin while it becomes the only way in', async () => {
    const { id } = await site.connect();
    const vera = await site.member();
    let signingIn: ReturnType<typeof passwordSignIn> | undefined;
    await approvedAnyway(site.server, async (tx) => {
      await openRow(tx, site.server.config, 'connection', id, sql`j.id = ${id}`);
      await tx.run(sql`update connection set value = jsonb_set(value, '{settings,only}', 'true') where id = ${id}`);
      signingIn = passwordSignIn(vera);
      await sleep(1500);
    });
    expect((await signingIn)?.refusal.code).toBe('auth.sso_required');
  });
});
