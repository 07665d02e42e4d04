import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rolesThatSeeOfferings } from '#contract/staff/dealing.ts';
import { staffRoles } from '#contract/staff/names.ts';
import { longOpen, market, openDealing, type Dealer } from '#test/compliance/dealer.ts';
import { agreed, newApplicant, openOffering } from '#test/ipo/offerings.ts';
import { asker, codeOf } from '#test/money/payments.ts';
import { confirmAs, proposeRoles, setRoles, waitingFor } from '#test/compliance/approvals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { dayAhead, permitDealing } from '#test/compliance/staff-dealing.ts';
import { sql } from '../db/sql.ts';

/** Staff who see offerings and deal on their own account: each action, by each role, by call and past the code. */
let server: TestServer;
let officers: [Session, Session];
let dealing: ReturnType<typeof openDealing>;
const dayMs = 86_400_000;

beforeAll(async () => {
  server = await startServer();
  dealing = openDealing(server);
  officers = [
    await server.register({ roles: ['client', 'compliance'] }),
    await server.register({ roles: ['client', 'admin'] }),
  ];
});
afterAll(() => server.close());

const request: ReturnType<typeof asker> = (...call) => asker(server)(...call);
const refusedByCall = async (of: Dealer, but: string[] = []) => {
  const codes = new Map<string, string>();
  for (const [name, { call }] of Object.entries(dealing.actions))
    if (!but.includes(name)) codes.set(name, codeOf(await call(of)));
  return [...new Set(codes.values())];
};

/** How many trading accounts they may have, as the call says. */
async function mayOpen(as: Session): Promise<number | undefined> {
  const { body } = await server.call('POST /api/client-info', { as });
  return 'trading_account_limit' in body ? body.trading_account_limit : undefined;
}

async function expectRefusedDirectly(of: Dealer): Promise<void> {
  for (const { directly } of Object.values(dealing.actions))
    await expect(server.app.db.run(directly(of))).rejects.toMatchObject({ constraint: 'staff_dealing_is_permitted' });
}

it('takes the roles from the guards of the staff endpoints, and the database has the same', async () => {
  const { roles } = await server.db.one<{ roles: string[] }>(sql`select roles_that_see_offerings() as roles`);
  expect(roles.toSorted()).toEqual(rolesThatSeeOfferings.toSorted());
  expect(rolesThatSeeOfferings.toSorted()).toEqual(staffRoles.toSorted());
});

describe.each(rolesThatSeeOfferings)('a person of %s', (role) => {
  it('deals in nothing without an exception, in what two permit, and in nothing once it has expired', async () => {
    const whom = await dealing.dealer();
    await dealing.requestConfirmation(whom.toConfirm);
    await server.db.run(sql`update person set roles = ${['client', role]} where id = ${whom.session.user.id}`);
    await server.db.run(sql`delete from rate_window`);
    expect(await refusedByCall(whom)).toEqual(['staff.dealing']);
    await expectRefusedDirectly(whom);
    expect(await mayOpen(whom.session)).toBe(0);
    const until = dayAhead(server, 0);
    for (const scope of ['accounts', 'offerings'] as const)
      await permitDealing(server, officers, whom.session, { scope, until });
    expect(await mayOpen(whom.session)).toBe(3);
    for (const [name, { call }] of Object.entries(dealing.actions))
      expect([name, (await call(whom)).status]).toEqual([name, 200]);
    server.clock.advance(dayMs);
    await server.storeSessions();
    await server.db.run(sql`delete from rate_window`);
    expect(await refusedByCall(whom, ['restore an account', 'confirm an application'])).toEqual(['staff.dealing']);
  });
});

describe('an exception', () => {
  it('for one offering covers no other, and no account', async () => {
    const { session } = await newApplicant(server);
    await server.db.run(sql`update person set roles = '{client,support}' where id = ${session.user.id}`);
    const [one, other] = [await openOffering(server, longOpen), await openOffering(server, longOpen)];
    await permitDealing(server, officers, session, { scope: 'offerings', stock_id: one });
    const [first, second] = [
      await request('POST /api/ipo/buy', session, agreed(one, 10)),
      await request('POST /api/ipo/buy', session, agreed(other, 10)),
    ];
    expect([
      first.status,
      codeOf(second),
      codeOf(await dealing.actions['open an account']!.call({ session } as Dealer)),
    ]).toEqual([200, 'staff.dealing', 'staff.dealing']);
    const { body } = await server.call('POST /api/ipo/offering', { as: session, body: { stock_id: other } });
    expect(body.eligibility[0]).toMatchObject({ rule: 'staff', met: false, path: null });
    expect(body.eligibility[0]?.explanation).toContain('Ask compliance.');
  });
});

describe('what staff have from before', () => {
  it('is lowered, cancelled, closed and taken out', async () => {
    const whom = await dealing.dealer();
    const { session, terminal, applied, walletId } = whom;
    await server.db.run(sql`update person set roles = '{client,admin}' where id = ${session.user.id}`);
    expect((await request('POST /api/ipo/amend', session, { application_id: applied, quantity: 10 })).status).toBe(200);
    expect((await request('POST /api/ipo/cancel', session, { application_id: applied })).body.state).toBe('cancelled');
    await terminal.request('POST /api/paper/cancel', { order: whom.waiting });
    await terminal.request('POST /api/paper/close', { position: whom.position });
    expect((await dealing.move(session, terminal.number, walletId, 'out')).status).toBe(200);
  });

  it('opens no position: an order that waits is rejected when its price comes', async () => {
    const { session, terminal } = await dealing.dealer();
    const { order } = await terminal.request('POST /api/paper/place', { ...market, type: 'limit', price: '0.50000' });
    await server.db.run(sql`update person set roles = '{client,admin}' where id = ${session.user.id}`);
    await server.db.run(sql`update paper_order set price = 9 where ticket = ${order.ticket}::bigint`);
    await server.app.jobs.run('paper.tick');
    const { state } = await server.db.one<{ state: string }>(sql`
      select state from paper_order where ticket = ${order.ticket}::bigint`);
    expect(state).toBe('rejected');
  });
});

describe('a role that is approved while its holder applies', () => {
  /** In this database: others of the cluster have their own. */
  const waiting = sql`
    select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`;
  const aCallWaits = async () => {
    await expect.poll(() => server.db.rows(waiting)).not.toHaveLength(0);
  };

  it('comes first or second, and never at the same time as the application', async () => {
    await server.storeSessions();
    const { session } = await newApplicant(server);
    const offering = await openOffering(server, longOpen);
    const going = await server.db.tx(async (tx) => {
      await tx.run(sql`update person set roles = '{client,finance}' where id = ${session.user.id}`);
      const call = request('POST /api/ipo/buy', session, agreed(offering, 10));
      await aCallWaits();
      return { call };
    });
    expect(codeOf(await going.call)).toBe('staff.dealing');
  });

  it('waits for what is being written past the code', async () => {
    const whom = await dealing.dealer();
    await server.db.run(sql`delete from rate_window`);
    const admins = [
      await server.register({ roles: ['client', 'admin'] }),
      await server.register({ roles: ['client', 'admin'] }),
    ] as const;
    await proposeRoles(server, admins[0], whom.session, ['finance']);
    const id = await waitingFor(server, whom.session.user.id, 'role');
    const rolesOf = () =>
      server.db.one<{ roles: string[] }>(sql`select roles from person where id = ${whom.session.user.id}`);
    const { approval } = await server.app.db.tx(async (tx) => {
      await tx.run(dealing.actions['raise an application']!.directly(whom));
      const call = confirmAs(server, admins[1], id);
      await aCallWaits();
      expect((await rolesOf()).roles).toEqual(['client']);
      return { approval: call };
    });
    expect((await approval).status).toBe(200);
    await expect(server.app.db.run(dealing.actions['raise an application']!.directly(whom))).rejects.toMatchObject({
      constraint: 'staff_dealing_is_permitted',
    });
  });

  it('never deadlocks: approvals of staff and their applications at once', async () => {
    const { session } = await newApplicant(server);
    await server.db.run(sql`update person set roles = '{client,finance}' where id = ${session.user.id}`);
    await permitDealing(server, [officers[0], officers[1]], session, { scope: 'offerings' });
    const offerings = await Promise.all(Array.from({ length: 6 }, () => openOffering(server, longOpen)));
    const found = await Promise.all(
      offerings.flatMap((id) => [
        request('POST /api/ipo/buy', session, agreed(id, 10)),
        server.app.db.tx(async (tx) => {
          await tx.run(sql`select from person where id = ${session.user.id} for no key update`);
          await tx.run(sql`select from ipo_offering where id = ${id} for update`);
          return { status: 200 };
        }),
      ]),
    );
    expect(found.map(({ status }) => status)).toEqual(found.map(() => 200));
  });
});

describe('who gives up the role', () => {
  it('deals again after 30 days, and cannot shorten them', async () => {
    const session = await server.register();
    const open = () => request('POST /api/trading-account/create', session, { currency_id: 'USD' });
    await server.db.run(sql`update person set roles = '{client,finance}' where id = ${session.user.id}`);
    const admins: [Session, Session] = [officers[1], await server.register({ roles: ['client', 'admin'] })];
    await setRoles(server, admins, session, []);
    const { user, password } = session;
    const back = () => server.signIn({ email: user.email, password, as: session });
    await back();
    expect(codeOf(await open())).toBe('staff.dealing');
    await server.app.db.run(sql`update person set left_staff_at = null where id = ${user.id}`);
    expect(codeOf(await open())).toBe('staff.dealing');
    server.clock.advance(30 * dayMs);
    await back();
    expect((await open()).status).toBe(200);
  });
});
