import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientCorrectionEndpoints } from '#contract/clients/corrections.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { emailedToken, emailsTo } from '#test/mailbox.ts';
import { codeOf } from '#test/money/payments.ts';
import { confirmAs, waitingFor } from '#test/compliance/approvals.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { decide, declared, reach, send } from '#test/compliance/verification.ts';

let server: TestServer;
let adam: Session;
let carla: Session;
let vera: Session;
beforeAll(async () => {
  server = await startServer();
  adam = await server.register({ roles: ['client', 'admin'] });
  carla = await server.register({ first_name: 'Carla', roles: ['client', 'compliance'] });
  vera = await server.register({ first_name: 'Vera', roles: ['client', 'compliance'] });
});
afterAll(() => server.close());
beforeEach(() => server.db.run(sql`delete from rate_window`));

let addresses = 0;
const newAddress = () => `corrected-${(addresses += 1)}@example.com`;
const comment = 'Called back, passport shown';
const changeEmail = (as: Session, clientId: string, email: string, change: object = {}) =>
  server.call('POST /api/staff/clients/email', {
    as,
    body: { client_id: clientId, email, reason: 'mailbox_lost', comment, current_password: as.password, ...change },
  });
const setCountry = (as: Session, clientId: string, country: string, change: object = {}) =>
  server.call('POST /api/staff/clients/country', {
    as,
    body: { client_id: clientId, country, reason: 'Lives in Austria.', current_password: as.password, ...change },
  });
const resetFactor = (as: Session, clientId: string, change: object = {}) =>
  server.call('POST /api/staff/clients/second-factor/reset', {
    as,
    body: { client_id: clientId, reason: 'device_lost', comment, current_password: as.password, ...change },
  });
/** One member of staff requests the change, another one approves it. */
async function haveEmailChanged(as: Session, clientId: string, email: string, second = as === adam ? vera : adam) {
  expect((await changeEmail(as, clientId, email)).body).toEqual({ status: 'ok' });
  const { status } = await confirmAs(server, second, await waitingFor(server, clientId, 'email'));
  expect(status).toBe(200);
}
const confirm = (token: string) =>
  server.call('POST /api/email/change/confirm', { body: { token }, as: server.browser() });

async function proven(): Promise<Session> {
  const ida = await server.register();
  const token = await emailedToken(server, ida.user.email);
  await server.call('POST /api/email/verify', { body: { token } });
  return ida;
}

const freezeLinkIn = async (email: string) =>
  (await emailsTo(server, email))
    .flatMap(({ links }) => links)
    .find((link) => link.includes('/freeze/'))
    ?.split('/')
    .at(-1) ?? '';

/** On the client card, in the list and in its file. */
async function statesOf({ user }: Session) {
  const card = await server.call('POST /api/staff/clients/card', { as: carla, body: { client_id: user.id } });
  const list = await server.call('POST /api/staff/clients', { as: carla, body: { state: card.body.state } });
  const file = await server.call('GET /api/staff/clients/file', { as: carla, query: { state: card.body.state } });
  const [header = '', ...rows] = file.body.split('\r\n');
  const row = rows.find((line) => line.includes(user.id));
  return [
    card.body.state,
    list.body.clients.find(({ id }) => id === user.id)?.state,
    row?.split(',')[header.split(',').indexOf('state')],
  ];
}

describe('clients.change_email', () => {
  it('sends no link before a second person approves', async () => {
    const ida = await proven();
    const email = newAddress();
    await changeEmail(carla, ida.user.id, email);
    const pending = async () => (await server.call('POST /api/settings/email', { as: ida })).body.pending;
    const waiting = async () => {
      const { body } = await server.call('POST /api/staff/approvals', { as: vera, body: { client_id: ida.user.id } });
      return body.approval_requests;
    };
    expect(await waiting()).toMatchObject([
      {
        kind: 'email',
        was: ida.user.email,
        value: email,
        reason: `Lost access to the mailbox · ${comment}`,
        may_decide: true,
      },
    ]);
    const before = (await emailsTo(server, ida.user.email)).length;
    expect([await pending(), await emailsTo(server, email)]).toEqual([null, []]);
    const id = await waitingFor(server, ida.user.id, 'email');
    expect((await confirmAs(server, carla, id)).refusal.code).toBe('approvals.own_request');
    expect([await pending(), await emailsTo(server, email)]).toEqual([null, []]);
    expect((await confirmAs(server, vera, id)).status).toBe(200);
    expect(await pending()).toMatchObject({ email });
    expect((await emailsTo(server, ida.user.email)).length).toBe(before + 1);
  });

  it('is void once the client has another email, or another person has the new one', async () => {
    const [ida, noor] = [await proven(), await proven()];
    const email = newAddress();
    await changeEmail(carla, ida.user.id, email);
    await server.register({ email });
    const taken = await waitingFor(server, ida.user.id, 'email');
    expect((await confirmAs(server, vera, taken)).refusal.code).toBe('approvals.outdated');
    await changeEmail(carla, noor.user.id, newAddress());
    const own = newAddress();
    const body = { email: own, current_password: noor.password };
    await server.call('POST /api/settings/email/request', { as: noor, body });
    await confirm(await emailedToken(server, own));
    const outdated = await waitingFor(server, noor.user.id, 'email');
    expect((await confirmAs(server, vera, outdated)).refusal.code).toBe('approvals.outdated');
  });

  it('changes nothing until the new address is confirmed, notifies the old one, and says who and why', async () => {
    const ida = await proven();
    const email = newAddress();
    await haveEmailChanged(carla, ida.user.id, email, vera);
    const { body } = await server.call('POST /api/settings/email', { as: ida });
    expect(body.pending).toMatchObject({ email, by_staff: true });
    expect((await emailsTo(server, ida.user.email))[0]?.plain).toMatch(/our team requested a new email address/);
    expect((await server.call('POST /api/client-info', { as: ida })).body).toMatchObject({ email: ida.user.email });
    const details = { from: ida.user.email, to: email, code: 'mailbox_lost' };
    expect(
      await server.db.rows(
        sql`select actor_id, action, details from audit_entry where client_id = ${ida.user.id} order by id`,
      ),
    ).toEqual([
      { actor_id: carla.user.id, action: 'approvals.request', details: { ...details, reason: comment } },
      {
        actor_id: vera.user.id,
        action: 'clients.change_email',
        details: { ...details, comment, proposed_by: 'Carla Berg' },
      },
    ]);
    expect((await confirm(await emailedToken(server, email))).status).toBe(200);
    expect((await server.signIn({ email })).user.id).toBe(ida.user.id);
    const activity = await server.call('POST /api/settings/activity', { as: await server.signIn({ email }), body: {} });
    expect(activity.body).toMatchObject([
      { action: 'auth.confirm_email_change' },
      { action: 'clients.change_email', reason: null },
    ]);
  });

  it('settles the ownership of a profile that two addresses claim, and a new password then unlocks it', async () => {
    const ida = await proven();
    const former = ida.user.email;
    const email = newAddress();
    await haveEmailChanged(carla, ida.user.id, email);
    await confirm(await emailedToken(server, email));
    const { body } = await server.call('POST /api/freeze', { body: { token: await freezeLinkIn(former) } });
    expect(body.opened_by).toBe('staff');
    expect(await statesOf(ida)).toEqual(['disputed', 'disputed', 'disputed']);
    // The present address belongs to the owner: it is confirmed again.
    await haveEmailChanged(adam, ida.user.id, email);
    expect((await confirm(await emailedToken(server, email))).status).toBe(200);
    expect(await statesOf(ida)).toEqual(['frozen', 'frozen', 'frozen']);
    await server.call('POST /api/password/email', { body: { email }, as: server.browser() });
    const password = 'eleven green lanterns';
    const token = await emailedToken(server, email);
    await server.call('POST /api/password/reset', { body: { token, password, password_confirmation: password } });
    expect((await server.signIn({ email, password })).user.id).toBe(ida.user.id);
  });

  it('leaves the reset of the second factor to a colleague for a week, and the other way round', async () => {
    const [ida, noor] = [await proven(), await proven()];
    for (const one of [ida, noor]) await setUpTotp(server, one);
    expect((await changeEmail(carla, ida.user.id, newAddress())).status).toBe(200);
    expect((await resetFactor(carla, ida.user.id)).refusal.code).toBe('clients.other_administrator');
    expect((await resetFactor(adam, ida.user.id)).status).toBe(200);
    const both = await Promise.all([
      changeEmail(carla, noor.user.id, newAddress()),
      resetFactor(carla, noor.user.id),
      changeEmail(carla, noor.user.id, newAddress()),
    ]);
    expect(new Set(both.map(({ status }) => status)).size).toBe(2);
    const { rows } = await server.db.one<{ rows: number }>(sql`
      select count(distinct action)::int as rows from audit_entry
      where client_id = ${noor.user.id} and actor_id = ${carla.user.id}`);
    expect(rows).toBe(1);
  });

  it('notifies the other administrators where the person is staff', async () => {
    const [other, sven] = [
      await server.register({ roles: ['client', 'admin'] }),
      await server.register({ first_name: 'Sven', second_name: 'Holm', roles: ['client', 'compliance'] }),
    ];
    await haveEmailChanged(other, sven.user.id, newAddress(), adam);
    const [message] = await emailsTo(server, other.user.email);
    expect(message?.subject).toBe('New email address requested for Sven Holm');
    expect(await emailsTo(server, adam.user.email)).not.toContainEqual(
      expect.objectContaining({ subject: message?.subject }),
    );
  });

  it('is for compliance and administrators', async () => {
    const ida = await proven();
    for (const role of ['support', 'finance'] as const) {
      const colleague = await server.register({ roles: ['client', role] });
      expect((await changeEmail(colleague, ida.user.id, newAddress())).refusal.code).toBe('http.forbidden');
      expect((await setCountry(colleague, ida.user.id, 'AT')).refusal.code).toBe('http.forbidden');
    }
  });
});

describe('clients.set_country', () => {
  it('corrects it, notifies the client, records both values, and sends a proven residence back to review', async () => {
    const ida = await declared(server);
    await reach(server, carla, ida);
    for (const kind of ['identity', 'residence'] as const)
      await decide(server, carla, ida, await send(server, ida, kind), { decision: 'approve' });
    const levelOf = async () =>
      (
        await server.db.one<{ level: number }>(
          sql`select verification_level as level from person where id = ${ida.user.id}`,
        )
      ).level;
    expect(await levelOf()).toBe(3);
    const from = ida.user.country;
    expect((await setCountry(carla, ida.user.id, 'AT')).body).toEqual({ status: 'ok' });
    expect((await server.call('POST /api/client-info', { as: ida })).body).toMatchObject({ country: 'AT' });
    expect(await levelOf()).toBe(2);
    expect((await emailsTo(server, ida.user.email)).map(({ subject }) => subject)).toContain(
      'Your country was corrected',
    );
    expect(
      await server.db.one(sql`
        select details from audit_entry where client_id = ${ida.user.id} and action = 'clients.set_country'`),
    ).toEqual({ details: { from, to: 'AT', reason: 'Lives in Austria.' } });
  });
});

describe('each refusal', () => {
  const ofSecondFactor = new Set<string>(['auth.locked', 'auth.code', 'auth.passkey_over', 'auth.passkey']);
  const withoutFactor = (name: keyof typeof clientCorrectionEndpoints) =>
    clientCorrectionEndpoints[name].refusals.filter((code) => !ofSecondFactor.has(code));

  it('of an email change comes in the contract’s order', async () => {
    const [ida, owner] = [await proven(), await proven()];
    const colleague = await server.register({ roles: ['client', 'support'] });
    const guarded = await proven();
    await setUpTotp(server, guarded);
    await resetFactor(carla, guarded.user.id);
    const wrong = { current_password: 'wrong', reason: 'mood' };
    const again = async () => {
      await changeEmail(carla, ida.user.id, newAddress());
      return changeEmail(carla, ida.user.id, newAddress());
    };
    const codes = [];
    for (const response of [
      await changeEmail(carla, carla.user.id, carla.user.email, wrong),
      await changeEmail(carla, newId(), ida.user.email, wrong),
      await changeEmail(carla, colleague.user.id, colleague.user.email, wrong),
      await changeEmail(carla, ida.user.id, ida.user.email.toUpperCase(), wrong),
      await changeEmail(carla, ida.user.id, owner.user.email, wrong),
      await changeEmail(carla, ida.user.id, newAddress(), wrong),
      await changeEmail(carla, guarded.user.id, newAddress(), { reason: 'mood' }),
      await changeEmail(carla, ida.user.id, newAddress(), { reason: 'mood' }),
      await again(),
    ])
      codes.push(codeOf(response));
    expect(codes).toEqual(withoutFactor('clients.change_email'));
    const { body } = await server.call('POST /api/settings/email', { as: ida });
    expect(body.pending).toBeNull();
  });

  it('of a country comes in the contract’s order', async () => {
    const [ida, colleague] = [await server.register(), await server.register({ roles: ['client', 'support'] })];
    const wrong = { current_password: 'wrong' };
    const codes = [];
    for (const response of [
      await setCountry(carla, carla.user.id, 'XX', wrong),
      await setCountry(carla, newId(), 'XX', wrong),
      await setCountry(carla, colleague.user.id, 'XX', wrong),
      await setCountry(carla, ida.user.id, 'XX', wrong),
      await setCountry(carla, ida.user.id, ida.user.country, wrong),
      await setCountry(carla, ida.user.id, 'AT', wrong),
    ])
      codes.push(codeOf(response));
    expect(codes).toEqual(withoutFactor('clients.set_country'));
    const { body } = await server.call('POST /api/client-info', { as: ida });
    expect(body).toMatchObject({ country: ida.user.country });
  });
});
