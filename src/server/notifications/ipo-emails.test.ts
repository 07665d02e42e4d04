import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { openDesk } from '#test/ipo-staff.ts';
import { agreed, bringTo, newApplicant, openOffering, type OpenTerms } from '#test/ipo.ts';
import { mailsTo } from '#test/mailbox.ts';
import { asker, type Payer } from '#test/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
let ask: ReturnType<typeof asker>;
beforeAll(async () => {
  server = await startServer();
  ask = asker(server);
});
afterAll(() => server.close());

/** Somebody who has applied, or bought. */
async function applicant(terms: OpenTerms = {}) {
  const client = await newApplicant(server);
  const stockId = await openOffering(server, terms);
  const { body } = await ask('POST /api/ipo/buy', client.session, agreed(stockId, 10));
  return { client, stockId, application: body };
}

/** How often his screens were told that an application changed. */
async function noticesOf({ session }: Payer): Promise<number> {
  await server.drain();
  const { count } = await server.db.one<{ count: number }>(sql`
    select count(*)::int as count from outbox where name = 'realtime.sent'
      and payload ->> 'channel' = ${`private-user.${session.user.id}`} and payload ->> 'event' = 'application.changed'`);
  return count;
}

const letterTo = async ({ session }: Payer) => (await mailsTo(server, session.user.email))[0];

/** What a listener hears when the desk or a job has changed an application so. */
async function becomes(id: string, state: string, changes = sql`updated_at = updated_at`): Promise<void> {
  await server.db.tx(async (tx) => {
    await tx.run(sql`alter table ipo_application disable trigger ipo_application_transitions`);
    await tx.run(sql`update ipo_application set state = ${state}, ${changes} where id = ${id}`);
    await tx.run(sql`alter table ipo_application enable trigger ipo_application_transitions`);
    const { clientId } = await tx.one<{ clientId: string }>(
      sql`select client_id as "clientId" from ipo_application where id = ${id}`,
    );
    await server.app.outbox.emit(tx, 'ipo.application_changed', {
      clientId,
      applicationId: id,
      state: state as 'settled',
    });
  });
}

describe('letters about an application', () => {
  it('say that it has arrived, and what is set aside', async () => {
    const { client, application } = await applicant();
    const letter = await letterTo(client);
    expect(letter?.subject).toBe('We have your application');
    expect(letter?.plain).toContain(`Application ${application.number} to Nordic Harbour (`);
    expect(letter?.plain).toContain('10 shares, 206.00\u00a0USD set aside in your wallet');
    expect(letter?.links).toContain(`http://atrium.test/en/ipo/my-ipo/${application.id}`);
  });

  it('tell of a purchase once', async () => {
    const { client, application } = await applicant({ mode: 'direct' });
    const mails = await mailsTo(server, client.session.user.email);
    expect(mails.map(({ subject }) => subject).filter((subject) => /shares|application/i.test(subject))).toEqual([
      'Shares were allotted to you',
    ]);
    expect(mails[0]?.plain).toContain(
      `Application ${application.number} to Nordic Harbour (${application.ticker}): you received 10 of 10 shares and paid 206.00\u00a0USD, fees included.\n`,
    );
  });

  it('ask to confirm, by when and at which price', async () => {
    const { client, stockId, application } = await applicant();
    const until = new Date('2026-03-02T17:30:00Z');
    await bringTo(server, stockId, 'reconfirming', sql`final_price_minor = 3000, confirm_until = ${until}`);
    await becomes(application.id, 'reconfirm_required', sql`confirm_until = ${until}`);
    const letter = await letterTo(client);
    expect(letter?.subject).toBe('Please confirm your application again');
    expect(letter?.plain).toContain('is 30.00\u00a0USD, far outside the range');
    expect(letter?.plain).toContain('by March 2, 2026 at 5:30 PM (UTC)');
  });

  it('say what was allotted, and what is free again', async () => {
    const { client, application } = await applicant();
    const part = sql`allotted_quantity = 4, cost_minor = 7600, fee_minor = 228, released_minor = 12772, settled_at = updated_at`;
    await becomes(application.id, 'settled', part);
    expect((await letterTo(client))?.plain).toContain(
      'you received 4 of 10 shares and paid 78.28\u00a0USD, fees included. 127.72\u00a0USD is free again.',
    );
  });

  it.each([
    ['not_allotted', 'too_little', 'No shares were allotted to you', 'Your share came to less than one lot.'],
    ['cancelled', 'withdrawn', 'Your application has ended', 'The offering was withdrawn.'],
    ['expired', 'not_reconfirmed', 'Your application has ended', 'It was not confirmed again in time.'],
    [
      'rejected',
      'not_eligible',
      'Your application has ended',
      'Look at the conditions of the offering before you apply again.',
    ],
  ])('say why one is %s', async (state, reason, subject, why) => {
    const { client, application } = await applicant();
    await becomes(application.id, state, sql`reason = ${reason}, released_minor = held_minor`);
    const letter = await letterTo(client);
    expect(letter?.subject).toBe(subject);
    expect(letter?.plain).toContain(`${why} 206.00\u00a0USD is free again in your wallet.`);
  });

  it('say when the shares may be sold, in the language of the client', async () => {
    const { client, application } = await applicant({ mode: 'direct' });
    await server.db.run(sql`update client set language = 'de' where id = ${client.session.user.id}`);
    await becomes(application.id, 'tradable');
    expect((await letterTo(client))?.subject).toBe('Sie können Ihre Aktien verkaufen');
  });

  it('tell everybody who still waits of a supplement, once, and until when he may cancel', async () => {
    const finance = await server.register({ roles: ['client', 'finance'] });
    const { client, stockId, application } = await applicant();
    const gone = await newApplicant(server);
    const { body: ended } = await ask('POST /api/ipo/buy', gone.session, agreed(stockId, 10));
    await ask('POST /api/ipo/cancel', gone.session, { application_id: ended.id });
    await server.db.run(sql`update client set language = 'fr' where id = ${client.session.user.id}`);
    const before = await mailsTo(server, client.session.user.email);
    const beforeGone = await mailsTo(server, gone.session.user.email);
    const notices = await noticesOf(client);
    const { status } = await openDesk(server, finance).act('supplement', stockId, {
      url: 'https://example.com/2.pdf',
      note: 'Two more quarters of figures.',
    });
    expect(status).toBe(200);
    const [letter, ...rest] = await mailsTo(server, client.session.user.email);
    expect(rest).toHaveLength(before.length);
    expect(letter?.subject).toBe('Un supplément au prospectus a été publié');
    // Three working days after a Monday at 15:00 (UTC).
    expect(letter?.plain).toContain(
      `Vous avez le droit d’annuler la demande ${application.number} jusqu’au 5 mars 2026 à 15:00 (UTC)`,
    );
    expect(letter?.plain).toMatch(/206,00.USD redeviennent disponibles, sans frais/);
    expect(letter?.plain).toContain('Two more quarters of figures.');
    expect(letter?.links).toContain(`http://atrium.test/fr/ipo/my-ipo/${application.id}`);
    expect(await noticesOf(client)).toBe(notices + 1);
    expect(await mailsTo(server, gone.session.user.email)).toHaveLength(beforeGone.length);
  });

  it('tell who still waits, once each, that an offering is postponed, and that it goes on', async () => {
    const desk = openDesk(server, await server.register({ roles: ['client', 'finance'] }));
    const { client, stockId, application } = await applicant();
    const notices = await noticesOf(client);
    expect((await desk.act('postpone', stockId, { note: 'A week later.' })).status).toBe(200);
    const postponed = await letterTo(client);
    expect(postponed?.subject).toBe('The offering was postponed');
    expect(postponed?.plain).toContain(`Application ${application.number} stands, and 206.00\u00a0USD stays set aside`);
    expect(postponed?.plain).not.toContain('A week later.');
    const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString();
    const times = { opens_at: inDays(0), closes_at: inDays(7), listed_at: inDays(9) };
    expect((await desk.act('resume', stockId, times)).status).toBe(200);
    const resumed = await letterTo(client);
    expect(resumed?.subject).toBe('The offering goes on');
    expect(resumed?.plain).toContain('Applications close on March 9, 2026');
    expect(await noticesOf(client)).toBe(notices + 2);
  });

  it('tell of the end alone where a postponed offering gives everything back', async () => {
    const desk = openDesk(server, await server.register({ roles: ['client', 'finance'] }));
    const { client, stockId } = await applicant();
    await server.db.run(sql`update ipo_offering set when_postponed = 'release' where id = ${stockId}`);
    const before = await mailsTo(server, client.session.user.email);
    await desk.act('postpone', stockId, { note: 'A week later.' });
    await server.app.jobs.run('ipo.life');
    const [letter, ...rest] = await mailsTo(server, client.session.user.email);
    expect(rest).toHaveLength(before.length);
    expect(letter?.subject).toBe('Your application has ended');
  });

  it('do not tell a client what he has just done himself', async () => {
    const { client, application } = await applicant();
    const before = await mailsTo(server, client.session.user.email);
    await ask('POST /api/ipo/amend', client.session, { application_id: application.id, quantity: 20 });
    await ask('POST /api/ipo/cancel', client.session, { application_id: application.id });
    expect(await mailsTo(server, client.session.user.email)).toHaveLength(before.length);
  });
});
