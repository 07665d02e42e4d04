import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '#contract/kernel/languages.ts';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { asker, confirmedDestination, newPayer, submitted, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { decide, declared, reach, send } from '#test/compliance/verification.ts';

let server: TestServer;
let finance: Session;
let other: Session;
let officer: Session;
beforeAll(async () => {
  server = await startServer({ env: { SUPPORT_EMAIL: 'help@example.com' } });
  finance = await server.register({ roles: ['client', 'finance'] });
  other = await server.register({ roles: ['client', 'finance'] });
  officer = await server.register({ roles: ['client', 'compliance'] });
});
afterAll(() => server.close());

const emailSubjectsTo = async ({ user }: Session, subject: RegExp) =>
  (await emailsTo(server, user.email)).filter((email) => subject.test(email.subject));
const bell = async (as: Session, kind: string) =>
  (await server.call('POST /api/notifications', { as, body: {}, language: 'en' })).body.notifications.filter(
    (each) => each.kind === kind,
  );
/** Delivers an event of this person again, as the outbox may do. */
async function again(name: string, { user }: Session): Promise<void> {
  await server.db.run(sql`
    update outbox set delivered_at = null, next_attempt_at = '-infinity'
    where name = ${name} and payload ->> 'clientId' = ${user.id}`);
  await server.drain();
}

describe('an adjustment', () => {
  const adjust = async ({ wallet }: Payer, direction: 'give' | 'take', category: string) => {
    const preference = { wallet_id: wallet.walletId, direction, amount: '50', category, note: 'Only for the desk.' };
    const { body } = await asker(server)('POST /api/staff/payments/adjust', finance, preference);
    return body.payment;
  };
  const settle = (id: string, decision: 'approve' | 'reject', more = {}) =>
    asker(server)('POST /api/staff/payments/decide-adjustment', other, { payment_id: id, decision, ...more });

  it('that gives money names the amount, the wallet and the reason, once, and only when it is booked', async () => {
    const payer = await newPayer(server);
    const { id, number } = await adjust(payer, 'give', 'goodwill');
    expect(await emailSubjectsTo(payer.session, /wallet/)).toEqual([]);
    await settle(id, 'approve');
    await again('payments.adjustment_posted', payer.session);
    const [email, ...more] = await emailSubjectsTo(payer.session, /^We added money to your wallet$/);
    expect(more).toEqual([]);
    expect(email?.plain).toMatch(
      new RegExp(`We added USD.50\\.00 to your USD wallet \\(payment ${number}\\)\\. Reason: Goodwill\\.`),
    );
    expect(email?.plain).not.toContain('Only for the desk');
    expect(email?.links.some((link) => link.endsWith(`/payments/${id}`))).toBe(true);
    expect(await bell(payer.session, 'adjustment_given')).toMatchObject([{ group: 'money', path: `/payments/${id}` }]);
  });

  it('that takes money is always announced; a rejected one never', async () => {
    const payer = await newPayer(server, 3, 10_000n);
    const preference = { kind: 'adjustment_taken', channel: 'email', enabled: false };
    const response = await server.call('POST /api/notifications/preferences/kind', {
      as: payer.session,
      body: preference,
    });
    expect(response.refusal.code).toBe('notifications.always');
    await settle((await adjust(payer, 'take', 'fee')).id, 'approve');
    const [email] = await emailSubjectsTo(payer.session, /^We took money from your wallet$/);
    expect(email?.plain).toMatch(/We took USD.50\.00 from your USD wallet .*\. Reason: Fee\./);
    expect(email?.plain).not.toMatch(/[-−]\s?(USD.)?50\.00/);
    const { id } = await adjust(payer, 'take', 'fee');
    await settle(id, 'reject', { reason: 'not_justified' });
    expect(await emailSubjectsTo(payer.session, /^We took money/)).toHaveLength(1);
  });
});

it('notifies of a completed withdrawal once', async () => {
  const payer = await newPayer(server, 3, 100_000n);
  const id = await submitted(server, payer, await confirmedDestination(server, payer), '100');
  const action = (route: 'assign' | 'approve' | 'mark-sent' | 'complete') =>
    asker(server)(`POST /api/staff/payments/${route}`, finance, { payment_id: id });
  for (const route of ['assign', 'approve', 'mark-sent'] as const) expect((await action(route)).status).toBe(200);
  expect(await emailSubjectsTo(payer.session, /is complete/)).toEqual([]);
  expect(
    (await Promise.all([action('complete'), action('complete')]))
      .map(({ status }) => status)
      .toSorted((one, other) => one - other),
  ).toEqual([200, 409]);
  await again('payments.withdrawal_completed', payer.session);
  const [email, ...more] = await emailSubjectsTo(payer.session, /^Your withdrawal is complete$/);
  expect(more).toEqual([]);
  expect(email?.plain).toMatch(/withdrawal \(P-\d+\) has been paid out\. The money may still take a while/);
  expect(await bell(payer.session, 'withdrawal_completed')).toHaveLength(1);
});

describe('an accepted document', () => {
  it("sends the reviewer's comment by email when the level stays the same, and else announces the level", async () => {
    const ida = await declared(server);
    await reach(server, officer, ida);
    const comment = { decision: 'approve', comment: 'A clear picture.', private_comment: 'Known to us.' };
    await decide(server, officer, ida, await send(server, ida, 'identity'), comment);
    const [email, ...more] = await emailSubjectsTo(ida, /^Your document was accepted$/);
    expect(more).toEqual([]);
    expect(email?.plain).toContain('we’ve accepted your document. A clear picture.');
    expect(email?.plain).not.toContain('Known to us');
    await decide(server, officer, ida, await send(server, ida, 'residence'), { decision: 'approve' });
    expect(await emailSubjectsTo(ida, /^Your document was accepted$/)).toHaveLength(1);
    expect(await emailSubjectsTo(ida, /^Your verification level is now 3$/)).toHaveLength(1);
    await again('verification.document_accepted', ida);
    expect(await bell(ida, 'document_accepted')).toHaveLength(1);
  });

  it('has none where it was refused', async () => {
    const ida = await declared(server);
    const refusal = { decision: 'reject', reasons: ['unreadable'] };
    await decide(server, officer, ida, await send(server, ida, 'identity'), refusal);
    expect(await emailSubjectsTo(ida, /accepted/)).toEqual([]);
  });
});

describe('who is blocked', () => {
  const turn = (how: 'block' | 'unblock', who: Session, more: object) =>
    server.call(`POST /api/staff/clients/${how}`, { as: officer, body: { client_id: who.user.id, ...more } });

  it('gets the reason and the contact address by email, and a notification when unblocked', async () => {
    const ida = await server.register();
    await turn('block', ida, { reason: 'under_inquiry', note: 'Third party pays.' });
    const [email, ...more] = await emailSubjectsTo(ida, /^Your access to Atrium is suspended$/);
    expect(more).toEqual([]);
    const why = server.app.text('en', 'names.block_reason_under_inquiry');
    expect(email?.plain).toContain(why);
    expect(email?.plain).toContain('email help@example.com. You don’t need to sign in');
    expect(email?.plain).not.toContain('Third party');
    expect(email?.links.map((link) => new URL(link).pathname)).toEqual(['/en/']);
    await turn('unblock', ida, { reason: 'All is clear.' });
    await again('staff.client_blocked', ida);
    expect(await emailSubjectsTo(ida, /is suspended$/)).toHaveLength(1);
    expect(await emailSubjectsTo(ida, /^Your access to Atrium has been restored$/)).toHaveLength(1);
    const back = await server.signIn({ email: ida.user.email });
    expect(await bell(back, 'client_blocked')).toMatchObject([{ text: expect.stringContaining(why) as string }]);
    expect(await bell(back, 'client_unblocked')).toHaveLength(1);
  });

  it('gets no other notification while blocked', async () => {
    const payer = await newPayer(server);
    await turn('block', payer.session, { reason: 'strange_access' });
    await server.db.tx((tx) =>
      server.app.outbox.emit(tx, 'portfolio.tier_changed', {
        clientId: payer.session.user.id,
        from: 'standard',
        to: 'gold',
        on: '2026-03-02',
      }),
    );
    await server.drain();
    expect(await emailSubjectsTo(payer.session, /tier/i)).toEqual([]);
  });

  it.each(languages)('reads it in %s', async (language) => {
    const ida = await server.register();
    await server.db.run(sql`update person set language = ${language} where id = ${ida.user.id}`);
    await turn('block', ida, { reason: 'terms_broken' });
    const [email] = await emailsTo(server, ida.user.email);
    expect(email?.plain).toContain(server.app.text(language, 'names.block_reason_terms_broken'));
    expect(email?.plain).toContain('help@example.com');
    const html = await (await fetch(`${server.url}/api/demo/mailbox/${email?.id}/html`)).text();
    expect(html).toContain(`dir="${language === 'ar' ? 'rtl' : 'ltr'}" lang="${language}"`);
  });
});
