import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { openStaffScreen } from '#test/ipo/staff.ts';
import { agreed, bringTo, newApplicant, openOffering, type OpenTerms } from '#test/ipo/offerings.ts';
import { emailsTo } from '#test/mailbox.ts';
import { asker, type Payer } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
let request: ReturnType<typeof asker>;
beforeAll(async () => {
  server = await startServer();
  request = asker(server);
});
afterAll(() => server.close());

/** A client who has applied for or bought shares. */
async function applicant(terms: OpenTerms = {}) {
  const client = await newApplicant(server);
  const stockId = await openOffering(server, terms);
  const { body } = await request('POST /api/ipo/buy', client.session, agreed(stockId, 10));
  return { client, stockId, application: body };
}

/** How many times the client's screens received a notice of a changed application. */
async function noticesOf({ session }: Payer): Promise<number> {
  await server.drain();
  const { count } = await server.db.one<{ count: number }>(sql`
    select count(*)::int as count from outbox where name = 'realtime.sent'
      and payload ->> 'channel' = ${`private-user.${session.user.id}`} and payload ->> 'event' = 'application.changed'`);
  return count;
}

const emailTo = async ({ session }: Payer) => (await emailsTo(server, session.user.email))[0];

/** Puts the application in this state and emits the event, as staff or a job would. */
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

describe('emails about an application', () => {
  it('say that it has arrived, and which amount is held', async () => {
    const { client, application } = await applicant();
    const email = await emailTo(client);
    expect(email?.subject).toBe('We’ve received your application');
    expect(email?.plain).toContain(`Application ${application.number} for Nordic Harbour (`);
    expect(email?.plain).toContain('10 shares, with USD\u00a0206.00 on hold in your wallet');
    expect(email?.links).toContain(`http://atrium.test/en/ipo/my-ipo/${application.id}`);
  });

  it('announce a purchase once', async () => {
    const { client, application } = await applicant({ mode: 'direct' });
    const emails = await emailsTo(server, client.session.user.email);
    expect(emails.map(({ subject }) => subject).filter((subject) => /shares|application/i.test(subject))).toEqual([
      'You’ve been allotted shares',
    ]);
    expect(emails[0]?.plain).toContain(
      `Application ${application.number} for Nordic Harbour (${application.ticker}): you’ve received 10 of 10 shares and paid USD\u00a0206.00, including fees.\n`,
    );
  });

  it('ask to confirm, by when and at which price', async () => {
    const { client, stockId, application } = await applicant();
    const until = new Date('2026-03-02T17:30:00Z');
    await bringTo(server, stockId, 'reconfirming', sql`final_price_minor = 3000, confirm_until = ${until}`);
    await becomes(application.id, 'reconfirm_required', sql`confirm_until = ${until}`);
    const email = await emailTo(client);
    expect(email?.subject).toBe('Reconfirm your application');
    expect(email?.plain).toContain('is USD\u00a030.00, well outside the price range');
    expect(email?.plain).toContain('by 2\u00a0March\u00a02026\u00a0at\u00a017:30 (UTC)');
  });

  it('say what was allotted, and what was released', async () => {
    const { client, application } = await applicant();
    const part = sql`allotted_quantity = 4, cost_minor = 7600, fee_minor = 228, released_minor = 12772, settled_at = updated_at`;
    await becomes(application.id, 'settled', part);
    expect((await emailTo(client))?.plain).toContain(
      'you’ve received 4 of 10 shares and paid USD\u00a078.28, including fees. USD\u00a0127.72 is available in your wallet again.',
    );
  });

  it.each([
    ['not_allotted', 'too_little', 'You weren’t allotted any shares', 'Your allotment came to less than one lot.'],
    [
      'cancelled',
      'hold_expired',
      'Your application was closed',
      'The offering wasn’t completed by the date until which your money was held.',
    ],
    ['cancelled', 'withdrawn', 'Your application was closed', 'The offering was withdrawn.'],
    ['expired', 'not_reconfirmed', 'Your application was closed', 'You didn’t reconfirm it in time.'],
    [
      'rejected',
      'not_eligible',
      'Your application was closed',
      'Check the conditions of the offering before you apply again.',
    ],
  ])('say why one is %s', async (state, reason, subject, why) => {
    const { client, application } = await applicant();
    await becomes(application.id, state, sql`reason = ${reason}, released_minor = held_minor`);
    const email = await emailTo(client);
    expect(email?.subject).toBe(subject);
    expect(email?.plain).toContain(`${why} USD\u00a0206.00 is available in your wallet again.`);
  });

  it('say when the shares may be sold, in the language of the client', async () => {
    const { client, application } = await applicant({ mode: 'direct' });
    await server.db.run(sql`update person set language = 'de' where id = ${client.session.user.id}`);
    await becomes(application.id, 'tradable');
    expect((await emailTo(client))?.subject).toBe('Sie können Ihre Aktien jetzt verkaufen');
  });

  it('announce a supplement once to each client with a pending application, with the deadline to cancel', async () => {
    const finance = await server.register({ roles: ['client', 'finance'] });
    const { client, stockId, application } = await applicant();
    const gone = await newApplicant(server);
    const { body: ended } = await request('POST /api/ipo/buy', gone.session, agreed(stockId, 10));
    await request('POST /api/ipo/cancel', gone.session, { application_id: ended.id });
    await server.db.run(sql`update person set language = 'fr' where id = ${client.session.user.id}`);
    const before = await emailsTo(server, client.session.user.email);
    const beforeGone = await emailsTo(server, gone.session.user.email);
    const notices = await noticesOf(client);
    const { status } = await openStaffScreen(server, finance).action('supplement', stockId, {
      url: 'https://example.com/2.pdf',
      note: 'Two more quarters of figures.',
    });
    expect(status).toBe(200);
    const [email, ...rest] = await emailsTo(server, client.session.user.email);
    expect(rest).toHaveLength(before.length);
    expect(email?.subject).toBe('Supplément au prospectus publié');
    // Three working days after a Monday at 15:00 (UTC).
    expect(email?.plain).toContain(
      `Vous avez le droit d’annuler sans frais la souscription ${application.number} jusqu’au 5\u00a0mars\u00a02026\u00a0à\u00a015:00 (UTC)`,
    );
    expect(email?.plain).toMatch(/le montant réservé \(USD.206\.00\) est libéré/);
    expect(email?.plain).toContain('Two more quarters of figures.');
    expect(email?.links).toContain(`http://atrium.test/fr/ipo/my-ipo/${application.id}`);
    expect(await noticesOf(client)).toBe(notices + 1);
    expect(await emailsTo(server, gone.session.user.email)).toHaveLength(beforeGone.length);
  });

  it('announce once to each client with a pending application that its offering is postponed or resumes', async () => {
    const staff = openStaffScreen(server, await server.register({ roles: ['client', 'finance'] }));
    const { client, stockId, application } = await applicant();
    const notices = await noticesOf(client);
    expect((await staff.action('postpone', stockId, { note: 'A week later.' })).status).toBe(200);
    const postponed = await emailTo(client);
    expect(postponed?.subject).toBe('The offering was postponed');
    expect(postponed?.plain).toContain(
      `Your application ${application.number} remains active, and USD\u00a0206.00 stays on hold`,
    );
    expect(postponed?.plain).not.toContain('A week later.');
    const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString();
    const times = { opens_at: inDays(0), closes_at: inDays(7), listed_at: inDays(9) };
    expect((await staff.action('resume', stockId, times)).status).toBe(200);
    const resumed = await emailTo(client);
    expect(resumed?.subject).toBe('The offering has resumed');
    expect(resumed?.plain).toContain('Applications close on 9\u00a0March\u00a02026');
    expect(await noticesOf(client)).toBe(notices + 2);
  });

  it('announce only the end when a postponed offering releases all funds', async () => {
    const staff = openStaffScreen(server, await server.register({ roles: ['client', 'finance'] }));
    const { client, stockId } = await applicant();
    await server.db.run(sql`update ipo_offering set when_postponed = 'release' where id = ${stockId}`);
    const before = await emailsTo(server, client.session.user.email);
    await staff.action('postpone', stockId, { note: 'A week later.' });
    await server.app.jobs.run('ipo.advance_offerings');
    const [email, ...rest] = await emailsTo(server, client.session.user.email);
    expect(rest).toHaveLength(before.length);
    expect(email?.subject).toBe('Your application was closed');
  });

  it('do not report clients their own actions', async () => {
    const { client, application } = await applicant();
    const before = await emailsTo(server, client.session.user.email);
    await request('POST /api/ipo/amend', client.session, { application_id: application.id, quantity: 20 });
    await request('POST /api/ipo/cancel', client.session, { application_id: application.id });
    expect(await emailsTo(server, client.session.user.email)).toHaveLength(before.length);
  });
});
