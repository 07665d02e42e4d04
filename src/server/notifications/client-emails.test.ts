import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '#contract/languages.ts';
import { sql } from '#server/platform/db/sql.ts';
import { mailsTo } from '#test/mailbox.ts';
import { asker, confirmedDestination, newPayer, submitted, type Payer } from '#test/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { decide, declared, reach, send } from '#test/verification.ts';

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

const lettersTo = async ({ user }: Session, subject: RegExp) =>
  (await mailsTo(server, user.email)).filter((mail) => subject.test(mail.subject));
const bell = async (as: Session, kind: string) =>
  (await server.call('POST /api/notifications', { as, body: {}, language: 'en' })).body.notifications.filter(
    (each) => each.kind === kind,
  );
/** Delivers an event of somebody once more, as the outbox may. */
async function again(name: string, { user }: Session): Promise<void> {
  await server.db.run(sql`
    update outbox set delivered_at = null, next_attempt_at = '-infinity'
    where name = ${name} and payload ->> 'clientId' = ${user.id}`);
  await server.drain();
}

describe('an adjustment', () => {
  const adjust = async ({ wallet }: Payer, direction: 'give' | 'take', category: string) => {
    const wish = { wallet_id: wallet.walletId, direction, amount: '50', category, note: 'Only for the desk.' };
    const { body } = await asker(server)('POST /api/staff/payments/adjust', finance, wish);
    return body.payment;
  };
  const settle = (id: string, decision: 'approve' | 'reject', more = {}) =>
    asker(server)('POST /api/staff/payments/decide-adjustment', other, { payment_id: id, decision, ...more });

  it('that gives says how much, where and what for, once, and only when it is booked', async () => {
    const payer = await newPayer(server);
    const { id, number } = await adjust(payer, 'give', 'goodwill');
    expect(await lettersTo(payer.session, /wallet/)).toEqual([]);
    await settle(id, 'approve');
    await again('payments.adjustment_posted', payer.session);
    const [letter, ...more] = await lettersTo(payer.session, /^We added money to your wallet$/);
    expect(more).toEqual([]);
    expect(letter?.plain).toMatch(
      new RegExp(`50\\.00.* was added to your USD wallet\\. What for: Goodwill\\. .*payment ${number}\\.`),
    );
    expect(letter?.plain).not.toContain('Only for the desk');
    expect(letter?.links.some((link) => link.endsWith(`/payments/${id}`))).toBe(true);
    expect(await bell(payer.session, 'adjustment_given')).toMatchObject([{ group: 'money', path: `/payments/${id}` }]);
  });

  it('that takes always comes; one that was turned down never', async () => {
    const payer = await newPayer(server, 3, 10_000n);
    const wish = { kind: 'adjustment_taken', channel: 'mail', wanted: false };
    const answer = await server.call('POST /api/notifications/choose-kind', { as: payer.session, body: wish });
    expect(answer.refusal.code).toBe('notifications.always');
    await settle((await adjust(payer, 'take', 'fee')).id, 'approve');
    const [letter] = await lettersTo(payer.session, /^We took money from your wallet$/);
    expect(letter?.plain).toMatch(/50\.00.* was taken from your USD wallet\. What for: Fee\./);
    expect(letter?.plain).not.toContain('-50');
    const { id } = await adjust(payer, 'take', 'fee');
    await settle(id, 'reject', { reason: 'not_justified' });
    expect(await lettersTo(payer.session, /^We took money/)).toHaveLength(1);
  });
});

it('tells that a withdrawal has arrived, once', async () => {
  const payer = await newPayer(server, 3, 100_000n);
  const id = await submitted(server, payer, await confirmedDestination(server, payer), '100');
  const act = (route: 'take' | 'approve' | 'mark-sent' | 'complete') =>
    asker(server)(`POST /api/staff/payments/${route}`, finance, { payment_id: id });
  for (const route of ['take', 'approve', 'mark-sent'] as const) expect((await act(route)).status).toBe(200);
  expect(await lettersTo(payer.session, /has arrived/)).toEqual([]);
  expect(
    (await Promise.all([act('complete'), act('complete')]))
      .map(({ status }) => status)
      .toSorted((one, other) => one - other),
  ).toEqual([200, 409]);
  await again('payments.withdrawal_completed', payer.session);
  const [letter, ...more] = await lettersTo(payer.session, /^Your withdrawal has arrived$/);
  expect(more).toEqual([]);
  expect(letter?.plain).toMatch(/^[\s\S]*of payment P-\d+ has arrived at its destination\./);
  expect(await bell(payer.session, 'withdrawal_completed')).toHaveLength(1);
});

describe('an accepted document', () => {
  it('has a letter with the comment to its client where it lifts no level, and else the level tells of it', async () => {
    const ida = await declared(server);
    await reach(server, officer, ida);
    const comment = { decision: 'approve', comment: 'A clear picture.', private_comment: 'Known to us.' };
    await decide(server, officer, ida, await send(server, ida, 'identity'), comment);
    const [letter, ...more] = await lettersTo(ida, /^Your document was accepted$/);
    expect(more).toEqual([]);
    expect(letter?.plain).toContain('your document counts from now on. A clear picture.');
    expect(letter?.plain).not.toContain('Known to us');
    await decide(server, officer, ida, await send(server, ida, 'residence'), { decision: 'approve' });
    expect(await lettersTo(ida, /^Your document was accepted$/)).toHaveLength(1);
    expect(await lettersTo(ida, /^Your verification level is now 3$/)).toHaveLength(1);
    await again('verification.document_accepted', ida);
    expect(await bell(ida, 'document_accepted')).toHaveLength(1);
  });

  it('has none where it was refused', async () => {
    const ida = await declared(server);
    const refusal = { decision: 'reject', reasons: ['unreadable'] };
    await decide(server, officer, ida, await send(server, ida, 'identity'), refusal);
    expect(await lettersTo(ida, /accepted/)).toEqual([]);
  });
});

describe('who is shut out', () => {
  const turn = (how: 'block' | 'unblock', who: Session, more: object) =>
    server.call(`POST /api/staff/clients/${how}`, { as: officer, body: { client_id: who.user.id, ...more } });

  it('reads why, and whom to write to, without signing in, and is told when he is let in again', async () => {
    const ida = await server.register();
    await turn('block', ida, { reason: 'under_inquiry', note: 'Third party pays.' });
    const [letter, ...more] = await lettersTo(ida, /^Your access to Atrium is closed$/);
    expect(more).toEqual([]);
    const why = server.app.text('en', 'names.block_reason_under_inquiry');
    expect(letter?.plain).toContain(why);
    expect(letter?.plain).toContain('write to help@example.com. You need not sign in');
    expect(letter?.plain).not.toContain('Third party');
    expect(letter?.links.map((link) => new URL(link).pathname)).toEqual(['/en/']);
    await turn('unblock', ida, { reason: 'All is clear.' });
    await again('staff.shut_out', ida);
    expect(await lettersTo(ida, /is closed$/)).toHaveLength(1);
    expect(await lettersTo(ida, /^Your access to Atrium is open again$/)).toHaveLength(1);
    const back = await server.signIn({ email: ida.user.email });
    expect(await bell(back, 'shut_out')).toMatchObject([{ text: expect.stringContaining(why) as string }]);
    expect(await bell(back, 'let_in')).toHaveLength(1);
  });

  it('hears of nothing else meanwhile', async () => {
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
    expect(await lettersTo(payer.session, /tier/i)).toEqual([]);
  });

  it.each(languages)('reads it in %s', async (language) => {
    const ida = await server.register();
    await server.db.run(sql`update client set language = ${language} where id = ${ida.user.id}`);
    await turn('block', ida, { reason: 'terms_broken' });
    const [letter] = await mailsTo(server, ida.user.email);
    expect(letter?.plain).toContain(server.app.text(language, 'names.block_reason_terms_broken'));
    expect(letter?.plain).toContain('help@example.com');
    const html = await (await fetch(`${server.url}/api/demo/mailbox/${letter?.id}/html`)).text();
    expect(html).toContain(`dir="${language === 'ar' ? 'rtl' : 'ltr'}" lang="${language}"`);
  });
});
