import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { applyFor, brokenRules } from '#test/ipo/book.ts';
import { openStaffScreen } from '#test/ipo/staff.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let server: TestServer;
let ines: Session;
let erik: Session;
let asStaff: ReturnType<typeof openStaffScreen>;
let second: ReturnType<typeof openStaffScreen>;
beforeAll(async () => {
  server = await startServer();
  ines = await staff('finance');
  erik = await staff('finance');
  asStaff = openStaffScreen(server, ines);
  second = openStaffScreen(server, erik);
});
afterAll(() => server.close());

/** A person whose session lasts longer than the days that the clock moves. */
async function staff(role: 'finance' | 'support'): Promise<Session> {
  const { user, password } = await server.register({ roles: ['client', role] });
  return server.signIn({ email: user.email, password, remember: true });
}

const advanceApplications = () => server.app.jobs.run('ipo.advance_offerings');
const later = async (ms: number) => {
  server.clock.advance(ms);
  await advanceApplications();
};
const stateOf = async (id: string) => (await asStaff.read(id)).state;

const endsOf = async (id: string) =>
  (
    await server.db.rows<{ reason: string }>(sql`
      select reason from ipo_application where offering_id = ${id} and reason is not null order by reason`)
  ).map(({ reason }) => reason);

async function priced(id: string, price: string): Promise<void> {
  await asStaff.action('propose-price', id, { price });
  await second.decide(id);
}

/** Lists the offering at a first price, by two people. */
async function listedAt(id: string, first_price: string) {
  await asStaff.action('propose-listing', id, { listed_at: server.clock.now().toISOString(), first_price });
  return second.decide(id);
}

/** An open offering with three clients who request 600, 300 and 300 shares of 1,000. */
async function withApplicants(changes: object = {}) {
  const id = await asStaff.publish(changes);
  await later(hourMs);
  const applications = [
    await applyFor(server.db, id, 600),
    await applyFor(server.db, id, 300),
    await applyFor(server.db, id, 300, { limitMinor: 1900n }),
  ];
  return { id, applications };
}

describe('the announcement of an offering', () => {
  const cheap = { mode: 'direct', price_low: '0.01', price_high: '0.01' };

  it('takes two people, who agree on its price', async () => {
    const id = await asStaff.draft(cheap);
    const { body } = await asStaff.action('publish', id);
    expect(body).toMatchObject({ state: 'draft', approval_requests: [{ action: 'publish', price: '0.01' }] });
    expect((await asStaff.decide(id)).refusal.code).toBe('ipo_staff.own_request');
    const past = server.app.db.run(sql`update ipo_offering set state = 'announced' where id = ${id}`);
    await expect(past).rejects.toMatchObject({ constraint: 'ipo_offering_is_decided' });
    expect((await second.decide(id)).body.state).toBe('announced');
  });

  it.each([
    ['edit', { issuer: 'Southern Harbour', isin: 'US0378331005' }],
    ['edit', { price_low: '0.02', price_high: '0.02' }],
    ['text', { language: 'en', about: 'Trains.', risks: 'None.' }],
    ['prospectus', { url: 'https://example.com/other.pdf' }],
  ] as const)('is of what was requested: after %s to %j it is requested again', async (route, changes) => {
    const id = await asStaff.draft(cheap);
    await asStaff.action('publish', id);
    const { terms } = await asStaff.read(id);
    expect((await asStaff.action(route, id, route === 'edit' ? { ...terms, ...changes } : changes)).status).toBe(200);
    expect((await second.decide(id)).refusal.code).toBe('approvals.outdated');
    // Nor does it fit when the change was taken back: the approver may have read the draft in between.
    await asStaff.action('edit', id, terms);
    expect((await second.decide(id)).refusal.code).toBe('approvals.outdated');
    const past = server.app.db.run(sql`
      update approval_request set state = 'approved', decided_by = ${erik.user.id}, decided_at = created_at
      where offering_id = ${id} and state = 'open'`);
    await expect(past).rejects.toMatchObject({ constraint: 'approval_request_unchanged' });
    expect((await second.decide(id, 'reject')).status).toBe(200);
    await asStaff.action('publish', id);
    expect((await second.decide(id)).body.state).toBe('announced');
  });

  it('fixes the terms that clients rely on', async () => {
    const id = await asStaff.publish({ ...cheap, price_low: '20.00', price_high: '20.00' });
    const cheaper = { ...(await asStaff.read(id)).terms, ...cheap };
    const { refusal } = await asStaff.action('edit', id, cheaper);
    expect(Object.keys(refusal.errors ?? {})).toEqual(['price_low', 'price_high']);
    const past = server.app.db.run(
      sql`update ipo_offering set price_low_minor = 1, price_high_minor = 1 where id = ${id}`,
    );
    await expect(past).rejects.toMatchObject({ code: '23001' });
  });
});

describe('the life of an offering', () => {
  it('goes from draft to archive, by two people and the clock', async () => {
    const { id, applications } = await withApplicants();
    expect(await stateOf(id)).toBe('open');
    const { book } = await asStaff.read(id);
    expect(book).toMatchObject({ applicants: 3, requested: 1200, held: '24720.00', oversubscription: '1.20' });
    expect(book.demand).toEqual([
      { price: '20.00', applications: 2, quantity: 900 },
      { price: '19.00', applications: 3, quantity: 1200 },
      { price: '18.00', applications: 3, quantity: 1200 },
    ]);
    await later(dayMs);
    expect(await stateOf(id)).toBe('closed');
    await priced(id, '19.50');
    expect(await stateOf(id)).toBe('priced');
    const compared = await server.call('POST /api/staff/ipo/compare', { as: ines, body: { stock_id: id } });
    expect(compared.body).toMatchObject({ applicants: 3, requested: 1200, counted: 900 });
    await asStaff.action('propose-allotment', id, { method: 'full' });
    expect((await second.decide(id)).body.state).toBe('allotting');
    await server.app.jobs.run('ipo.allotment');
    expect((await asStaff.read(id)).settled_at).not.toBeNull();
    await later(4 * dayMs);
    const listed = await listedAt(id, '24.00');
    expect(listed.body).toMatchObject({ state: 'listed', price: { price: '24.00', source: 'staff' } });
    await advanceApplications();
    const states = await server.db.rows<{ state: string }>(
      sql`select state from ipo_application where offering_id = ${id} order by number`,
    );
    expect(states.map(({ state }) => state)).toEqual(['in_lock_up', 'in_lock_up', 'not_allotted']);
    await later(93 * dayMs);
    expect(await stateOf(id)).toBe('unlocked');
    expect((await asStaff.action('archive', id)).refusal.code).toBe('ipo_staff.unsettled');
    const history = (await asStaff.read(id)).history.map(({ action }) => action);
    expect(history.toReversed().slice(0, 4)).toEqual(['create', 'write_text', 'set_prospectus', 'publish']);
    expect(history).toContain('decide');
    expect(applications).toHaveLength(3);
    expect(await brokenRules(server.db)).toEqual([]);
  });

  it('requests a confirmation of a price far outside the range, and cancels applications without one', async () => {
    const { id } = await withApplicants();
    await later(dayMs);
    const { body: preview } = await asStaff.preview(id, 'price', { price: '24.01' });
    expect(preview).toMatchObject({
      clients: 3,
      amount: '24720.00',
      money: 'held_until_confirmed',
      state: 'reconfirming',
      limit_below: 1,
      short: 2,
    });
    await priced(id, '24.01');
    await advanceApplications();
    // At 24.01 a limit of 19.00 cannot be served: that application is released at once, without a request to confirm.
    expect(await endsOf(id)).toEqual(['limit_below_price']);
    const waiting = (await asStaff.read(id)).book.by_state.find(({ state }) => state === 'reconfirm_required');
    expect(waiting?.applications).toBe(2);
    await later(89 * 60_000);
    expect(await stateOf(id)).toBe('reconfirming');
    await later(60_000);
    expect(await stateOf(id)).toBe('allotting');
    expect((await asStaff.read(id)).book.by_state).toMatchObject([{ state: 'cancelled', applications: 3 }]);
    expect(await endsOf(id)).toEqual(['limit_below_price', 'not_reconfirmed', 'not_reconfirmed']);
    const { body: list } = await server.call('POST /api/staff/ipo', { as: ines, body: { view: 'waiting' } });
    expect(list.offerings.find(({ stock_id }) => stock_id === id)?.waits_for).toBe('withdrawal');
    // With an empty book there is nothing to allot, so the offering is withdrawn.
    expect((await asStaff.action('propose-allotment', id, { method: 'pro_rata' })).refusal.code).toBe(
      'ipo_staff.empty_book',
    );
    expect((await asStaff.action('withdraw', id, { note: 'Nobody has confirmed.' })).body.state).toBe('withdrawn');
    expect(await brokenRules(server.db)).toEqual([]);
  });

  it('requests no confirmation at the very edge of the range', async () => {
    const { id } = await withApplicants();
    await later(dayMs);
    await priced(id, '24.00');
    expect(await stateOf(id)).toBe('priced');
  });
});

describe('what a stopped offering releases', () => {
  const balances = () =>
    server.db.rows(sql`
      select b.account_id, b.amount from ledger_balance b join ledger_account a on a.id = b.account_id order by 1`);

  it('is everything when it is withdrawn: every balance is as before, once', async () => {
    const id = await asStaff.publish();
    await later(hourMs);
    const applications = [await applyFor(server.db, id, 600), await applyFor(server.db, id, 300)];
    const { body: preview } = await asStaff.preview(id, 'withdraw');
    expect(preview).toMatchObject({ clients: 2, amount: '18540.00', money: 'released', state: 'withdrawn' });
    await asStaff.action('withdraw', id, { note: 'The market has turned.' });
    await Promise.all([advanceApplications(), advanceApplications(), advanceApplications()]);
    const after = await balances();
    await advanceApplications();
    expect(await balances()).toEqual(after);
    for (const { wallet, heldMinor } of applications) {
      const [own] = await server.db.rows<{ available: bigint; held: bigint }>(sql`
        select (select b.amount from ledger_balance b join ledger_account a on a.id = b.account_id where a.code = ${wallet.available}) as available,
               (select b.amount from ledger_balance b join ledger_account a on a.id = b.account_id where a.code = ${wallet.held}) as held`);
      expect(own).toEqual({ available: heldMinor, held: 0n });
    }
    const released = await server.db.rows(sql`
      select t.id from ledger_transaction t join ipo_application a on t.scope = 'ipo-application:' || a.id
      where a.offering_id = ${id} and t.kind = 'release'`);
    expect(released).toHaveLength(preview.clients);
    expect((await asStaff.action('archive', id)).body.state).toBe('archived');
  });

  it.each([
    ['keep', 'submitted', 'held'],
    ['release', 'cancelled', 'released'],
  ])('follows its terms when it is postponed: %s', async (when_postponed, state, money) => {
    const { id } = await withApplicants({ when_postponed });
    expect((await asStaff.preview(id, 'postpone')).body).toMatchObject({ clients: 3, amount: '24720.00', money });
    await asStaff.action('postpone', id, { note: 'A week later.' });
    await advanceApplications();
    expect((await asStaff.read(id)).book.by_state).toMatchObject([{ state, applications: 3 }]);
    const inDays = (days: number) => new Date(server.clock.now().getTime() + days * dayMs).toISOString();
    const times = { opens_at: inDays(-1), closes_at: inDays(2), listed_at: null };
    expect((await asStaff.action('resume', id, times)).body).toMatchObject({ state: 'open', postponed_from: null });
    await later(2 * dayMs);
    expect(await stateOf(id)).toBe('closed');
  });
});

describe('a postponed offering', () => {
  it('does not go back to a state that its book has passed', async () => {
    const { id } = await withApplicants();
    const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * hourMs).toISOString();
    const resume = (opens: number, closes: number) =>
      asStaff.action('resume', id, { opens_at: inHours(opens), closes_at: inHours(closes), listed_at: null });
    const wrong = async (opens: number, closes: number) => {
      const { refusal } = await resume(opens, closes);
      return Object.entries(refusal.errors ?? {}).map(([field, [error]]) => `${field}: ${error?.code}`);
    };
    await asStaff.action('postpone', id, { note: 'Later.' });
    expect(await wrong(0.02, 5)).toEqual(['opens_at: ipo_staff.passed']);
    expect(await wrong(-2, -1)).toEqual(['closes_at: ipo_staff.times']);
    expect((await resume(-1, 5)).body.state).toBe('open');
    await later(5 * hourMs);
    await asStaff.action('postpone', id, { note: 'Later.' });
    expect(await wrong(-6, 1)).toEqual(['closes_at: ipo_staff.passed']);
    expect((await resume(-6, -1)).body.state).toBe('closed');
  });

  it('opens again at its time when it had not opened yet', async () => {
    const id = await asStaff.publish();
    await asStaff.action('postpone', id, { note: 'Later.' });
    const { terms } = await asStaff.read(id);
    const opens_at = new Date(server.clock.now().getTime() + 60_000).toISOString();
    const { body } = await asStaff.action('resume', id, { opens_at, closes_at: terms.closes_at, listed_at: null });
    expect([body.state, body.next]).toEqual(['announced', { state: 'open', at: opens_at }]);
    await later(59_000);
    expect(await stateOf(id)).toBe('announced');
    await later(1000);
    expect(await stateOf(id)).toBe('open');
  });
});

describe('open tasks', () => {
  const row = async (id: string) => {
    const { body } = await server.call('POST /api/staff/ipo', { as: ines, body: { view: 'all' } });
    return body.offerings.find(({ stock_id }) => stock_id === id);
  };

  it('are shown with what they wait for', async () => {
    const { body: draft } = await asStaff.create();
    expect(draft.actions).not.toContain('publish');
    expect(draft.held_back).toEqual([
      { action: 'publish', reason: 'no_text' },
      { action: 'publish', reason: 'no_prospectus' },
    ]);
    const { id } = await withApplicants();
    expect((await row(id))?.waits_for).toBeNull();
    await later(dayMs);
    expect((await row(id))?.waits_for).toBe('price');
    await asStaff.action('propose-price', id, { price: '19.00' });
    expect(await row(id)).toMatchObject({ waits_for: 'decision', approval_request: { action: 'price', mine: true } });
    await second.decide(id);
    expect((await row(id))?.waits_for).toBe('allotment');
    const byHand = await asStaff.action('propose-allotment', id, { method: 'manual', manual_csv: 'number,shares' });
    expect(byHand.refusal.errors?.['manual_csv']?.[0]?.code).toBe('validation.required');
    await asStaff.action('propose-allotment', id, { method: 'pro_rata' });
    await second.decide(id);
    await server.app.jobs.run('ipo.allotment');
    expect((await row(id))?.waits_for).toBe('listing');
    await later(4 * dayMs);
    await listedAt(id, '24.00');
    const listed = await asStaff.read(id);
    expect(listed.actions).not.toContain('archive');
    expect(listed.held_back).toEqual([{ action: 'archive', reason: 'lock_up' }]);
    expect((await asStaff.preview(id, 'quote')).body).toMatchObject({ clients: 3, money: 'none' });
  });

  it('show which clients a change of terms affects', async () => {
    const { id } = await withApplicants();
    expect((await asStaff.preview(id, 'edit')).body).toMatchObject({ clients: 3, amount: '24720.00', money: 'held' });
  });
});

describe('a supplement', () => {
  it('lets every applicant cancel for three working days, and delays the allotment', async () => {
    const { id } = await withApplicants();
    await later(dayMs);
    await priced(id, '19.00');
    const { body: preview } = await asStaff.preview(id, 'supplement');
    const { body } = await asStaff.action('supplement', id, {
      url: 'https://example.com/2.pdf',
      note: 'New accounts.',
    });
    expect([preview.clients, preview.until]).toEqual([3, body.cancel_until]);
    expect(body.prospectus.map(({ version }) => version)).toEqual([2, 1]);
    const events = await server.db.rows(sql`
      select from outbox where name = 'ipo.supplement_published' and payload ->> 'offeringId' = ${id}`);
    expect(events).toHaveLength(3);
    const tooSoon = await asStaff.action('propose-allotment', id, { method: 'pro_rata' });
    expect(tooSoon.refusal.code).toBe('ipo_staff.cancel_open');
    await later(5 * dayMs);
    expect((await asStaff.action('propose-allotment', id, { method: 'pro_rata' })).status).toBe(200);
  });
});

describe('the second person', () => {
  it('is another one than the first, in the call and in the database', async () => {
    const { id } = await withApplicants();
    await later(dayMs);
    await asStaff.action('propose-price', id, { price: '19.00' });
    expect((await asStaff.action('propose-price', id, { price: '19.00' })).refusal.code).toBe('ipo_staff.request_open');
    expect((await asStaff.decide(id)).refusal.code).toBe('ipo_staff.own_request');
    expect((await asStaff.read(id)).actions).toContain('withdraw_request');
    expect((await second.read(id)).actions).toContain('decide');
    await expect(
      server.db.run(sql`
        update approval_request set state = 'approved', decided_by = author_id, decided_at = created_at where offering_id = ${id} and state = 'open'`),
    ).rejects.toThrow('not approved by a second person');
    await expect(
      server.db.run(sql`update ipo_offering set state = 'priced', final_price_minor = 1900 where id = ${id}`),
    ).rejects.toThrow('lacks a second person');
    const approval_request_id = (await asStaff.read(id)).approval_requests[0]?.id ?? '';
    const takeBack = (as: Session) =>
      server.call('POST /api/staff/ipo/withdraw-request', { as, body: { approval_request_id, request_id: newId() } });
    expect((await takeBack(erik)).refusal.code).toBe('ipo_staff.not_your_request');
    expect((await takeBack(ines)).status).toBe(200);
    expect((await takeBack(ines)).refusal.code).toBe('ipo_staff.decided');
    expect((await second.decide(id)).refusal.code).toBe('ipo_staff.decided');
  });

  it('approves an allotment of the applications that they have seen', async () => {
    const { id, applications } = await withApplicants();
    await later(dayMs);
    await priced(id, '19.00');
    await asStaff.action('propose-allotment', id, { method: 'pro_rata' });
    const body = { reason: 'by_broker', note: 'Not wanted.', request_id: newId() };
    const rejection = { ...body, application_id: applications[0]?.id ?? '' };
    expect((await server.call('POST /api/staff/ipo/reject', { as: ines, body: rejection })).status).toBe(200);
    expect((await second.decide(id)).refusal.code).toBe('approvals.outdated');
    await second.decide(id, 'reject');
    await asStaff.action('propose-allotment', id, { method: 'pro_rata' });
    expect((await second.decide(id)).body.state).toBe('allotting');
  });

  it('prices once, however many decide at once', async () => {
    const { id } = await withApplicants();
    await later(dayMs);
    await asStaff.action('propose-price', id, { price: '19.00' });
    const responses = await Promise.all(Array.from({ length: 5 }, () => second.decide(id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('who may do what', () => {
  it('is nothing for clients, and reading for support', async () => {
    const client = await server.register();
    const support = await staff('support');
    const id = await asStaff.publish();
    const list = (as: Session) => server.call('POST /api/staff/ipo', { as });
    expect((await list(client)).status).toBe(403);
    expect((await list(support)).status).toBe(200);
    expect((await openStaffScreen(server, support).read(id)).actions).toEqual([]);
    expect((await openStaffScreen(server, support).action('withdraw', id, { note: 'No.' })).status).toBe(403);
    expect((await list(support)).body.offerings.map(({ stock_id }) => stock_id)).toContain(id);
  });
});
