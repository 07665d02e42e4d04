import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Route } from '#contract/api.ts';
import { staffClientListsEndpoints } from '#contract/staff/client-lists.ts';
import { staffClientsEndpoints } from '#contract/staff/clients.ts';
import { staffDealingEndpoints } from '#contract/staff/dealing.ts';
import { staffEndpoints } from '#contract/staff/endpoints.ts';
import { staffOverridesEndpoints } from '#contract/staff/overrides.ts';
import { sql } from '#server/platform/db/sql.ts';
import { dayAhead, permitDealing } from '#test/compliance/staff-dealing.ts';
import { ofOtherProofs, refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const none = randomUUID();
const { meets, unmet } = refusalsOf({
  ...staffEndpoints,
  ...staffClientsEndpoints,
  ...staffClientListsEndpoints,
  ...staffDealingEndpoints,
  ...staffOverridesEndpoints,
});

let server: TestServer;
let adam: Session;
let carl: Session;
let vera: Session;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  adam = await server.register({ roles: ['client', 'admin'] });
  [carl, vera] = [await officer(), await officer()];
  ida = await server.register();
});
afterAll(() => server.close());

const officer = () => server.register({ roles: ['client', 'compliance'] });
const agent = () => server.register({ roles: ['client', 'support'] });
const close = ({ user }: Session) =>
  server.db.run(
    sql`update person set closed_at = ${server.clock.now()}, blocked_at = ${server.clock.now()} where id = ${user.id}`,
  );

type Act = Extract<Route, `POST /api/staff/clients/${string}`>;
/** A call about a client, with what it takes besides. */
const act =
  (route: Act, as: Session, usual: object = {}) =>
  (whom: Session | string, more: object = {}) => {
    const client_id = typeof whom === 'string' ? whom : whom.user.id;
    return server.call(route, { as, body: { client_id, reason: 'As agreed', ...usual, ...more } });
  };
const proof = () => ({ current_password: carl.password });
const wrong = { current_password: 'wrong' };

meets(
  'staff.set_roles',
  async () => {
    const set = (whom: string, roles: string[], current_password = adam.password) =>
      server.call('POST /api/staff/team/roles', {
        as: adam,
        body: { client_id: whom, roles, reason: 'As agreed', current_password },
      });
    const approvers = sql`roles && '{admin,compliance}' and id <> ${adam.user.id}`;
    return [
      () => set(none, [], 'wrong'),
      () => set(none, []),
      () => set(adam.user.id, []),
      () => set(ida.user.id, []),
      async () => {
        await server.db.run(sql`update person set blocked_at = ${server.clock.now()} where ${approvers}`);
        const response = await set(ida.user.id, ['finance']);
        await server.db.run(sql`update person set blocked_at = null where ${approvers}`);
        return response;
      },
      async () => {
        const newcomer = await server.register();
        await set(newcomer.user.id, ['finance']);
        return set(newcomer.user.id, ['support']);
      },
    ];
  },
  // The author lost the role between the guard and the lock.
  [...ofOtherProofs, 'http.forbidden'],
);

meets('staff.set_manager', async () => {
  const [sven, leo, gone] = [await agent(), await server.register(), await server.register()];
  await close(gone);
  const set = act('POST /api/staff/clients/manager', adam, { manager_id: none });
  return [
    () => set(none),
    () => set(sven),
    () => set(gone),
    () => set(leo),
    async () => {
      await set(leo, { manager_id: sven.user.id });
      return set(leo, { manager_id: sven.user.id });
    },
  ];
});

meets('staff.add_tag', async () => {
  const tag = act('POST /api/staff/clients/tag', carl);
  const body = (n: number) => ({ tag: `tag-${n}`, reason: undefined });
  for (let n = 0; n < 20; n++) await tag(ida, body(n));
  return [() => tag(none, body(20)), () => tag(ida, body(20))];
});

meets(
  'staff.start_impersonation',
  async () => {
    const nora = await officer();
    const look = act('POST /api/staff/clients/impersonate', nora, { current_password: nora.password });
    const sven = await agent();
    return [
      () => look(none, wrong),
      () => look(nora, wrong),
      () => look(sven, wrong),
      () => look(ida, wrong),
      async () => {
        await look(ida);
        const elsewhere = await server.signIn({ email: nora.user.email });
        const again = act('POST /api/staff/clients/impersonate', elsewhere, { current_password: nora.password });
        return again(await server.register());
      },
    ];
  },
  ofOtherProofs,
);

meets('staff.block', async () => {
  const block = act('POST /api/staff/clients/block', carl, { reason: 'mood' });
  const [sven, leo] = [await agent(), await server.register()];
  return [
    () => block(none),
    () => block(carl),
    () => block(sven),
    () => block(leo),
    async () => {
      await block(leo, { reason: 'under_inquiry' });
      return block(leo, { reason: 'under_inquiry' });
    },
  ];
});

meets('staff.unblock', async () => {
  const unblock = act('POST /api/staff/clients/unblock', carl);
  const [sven, gone] = [await agent(), await server.register()];
  await close(gone);
  return [() => unblock(none), () => unblock(carl), () => unblock(sven), () => unblock(gone), () => unblock(ida)];
});

meets(
  'staff.set_limits',
  async () => {
    const given = { kind: 'deposit', per_operation: '30', per_day: '20', per_month: null, until: '2020-01-01' };
    const set = act('POST /api/staff/clients/overrides/limits', carl, { ...given, ...wrong });
    const [until, per_day] = [dayAhead(server, 5), '30'];
    return [
      () => set(none),
      () => set(carl),
      () => set(ida),
      () => set(ida, { until }),
      () => set(ida, { until, per_day }),
      async () => {
        await set(ida, { until, per_day, ...proof() });
        return set(ida, { until, per_day: '40', ...proof() });
      },
    ];
  },
  ofOtherProofs,
);

meets(
  'staff.set_account_limit',
  async () => {
    const set = act('POST /api/staff/clients/overrides/accounts', carl, { max: 5, until: '2020-01-01', ...wrong });
    const until = dayAhead(server, 5);
    return [
      () => set(none),
      () => set(carl),
      () => set(ida),
      () => set(ida, { until }),
      async () => {
        await set(ida, { until, ...proof() });
        return set(ida, { until, max: 6, ...proof() });
      },
    ];
  },
  ofOtherProofs,
);

meets(
  'staff.end_override',
  async () => {
    const leo = await server.register();
    const end = act('POST /api/staff/clients/overrides/end', carl, { kind: 'trading_accounts', ...wrong });
    return [
      () => end(none),
      () => end(carl),
      () => end(leo),
      () => end(leo, proof()),
      async () => {
        await act('POST /api/staff/clients/overrides/accounts', carl)(leo, { max: 0, until: null, ...proof() });
        await end(leo, proof());
        return end(leo, proof());
      },
    ];
  },
  ofOtherProofs,
);

meets(
  'staff.restrict_payments',
  async () => {
    const leo = await server.register();
    const given = { kinds: ['deposit'], reason: 'mood', until: '2020-01-01', ...wrong };
    const restrict = act('POST /api/staff/clients/restrict-payments', carl, given);
    const until = dayAhead(server, 5);
    return [
      () => restrict(none),
      () => restrict(carl),
      () => restrict(leo),
      () => restrict(leo, { until }),
      () => restrict(leo, { until, ...proof() }),
    ];
  },
  ofOtherProofs,
);

meets(
  'staff.lift_payment_restriction',
  () => {
    const lift = act('POST /api/staff/clients/lift-payment-restriction', carl, { kinds: ['deposit'], ...wrong });
    return [() => lift(none), () => lift(carl), () => lift(ida), () => lift(ida, proof())];
  },
  ofOtherProofs,
);

meets(
  'staff.propose_dealing',
  async () => {
    const sven = await agent();
    const given = { scope: 'accounts', until: '2020-01-01', ...wrong };
    const propose = act('POST /api/staff/clients/dealing/propose', carl, given);
    const until = dayAhead(server, 5);
    return [
      () => propose(none),
      () => propose(carl),
      () => propose(sven),
      () => propose(sven, { until }),
      async () => {
        await propose(sven, { until, ...proof() });
        return propose(sven, { until, ...proof() });
      },
    ];
  },
  ofOtherProofs,
);

meets(
  'staff.end_dealing',
  async () => {
    const sven = await agent();
    const exceptionOf = async (whom: Session) => {
      await permitDealing(server, [vera, adam], whom, { scope: 'accounts' });
      const { id } = await server.db.one<{ id: string }>(
        sql`select id from dealing_exception where client_id = ${whom.user.id}`,
      );
      return id;
    };
    const end = (exception_id: string, more: object = proof()) =>
      server.call('POST /api/staff/clients/dealing/end', {
        as: carl,
        body: { exception_id, reason: 'As agreed', ...more },
      });
    const [own, open] = [await exceptionOf(carl), await exceptionOf(sven)];
    return [
      () => end(none, wrong),
      () => end(own, wrong),
      () => end(open, wrong),
      async () => {
        await end(open);
        return end(open);
      },
    ];
  },
  ofOtherProofs,
);

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
