import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AutomaticApproval } from '#contract/settings/values/automatic-approval.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { forge } from '#test/database/forge.ts';
import {
  approveSetting,
  change,
  changeByTwo,
  propose,
  rulesOf,
  simulate,
  stop,
  switchOn,
} from '#test/money/automatic-approval.ts';
import { rateRisk } from '#test/compliance/approvals.ts';
import { asker, codeOf, confirmedDestination, newIban, newPayer, submitted, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { verifySettings } from '#server/settings/verify-settings.ts';
import initialValues from '#server/settings/stored/initial-values.json' with { type: 'json' };
import { verifyPayments } from '../../verify.ts';
import { thresholds } from './rules-in-effect.ts';

let server: TestServer;
let ada: Session;
let vera: Session;
let ines: Session;
beforeAll(async () => {
  server = await startServer();
  ada = await server.register({ first_name: 'Ada', roles: ['client', 'admin'] });
  vera = await server.register({ first_name: 'Vera', roles: ['client', 'compliance'] });
  ines = await server.register({ first_name: 'Inès', roles: ['client', 'finance'] });
  // Remembered, as a day passes.
  for (const each of [ada, vera, ines]) await server.signIn({ email: each.user.email, remember: true, as: each });
});
afterAll(() => server.close());
beforeEach(() => server.db.run(sql`delete from rate_window`));

const on = (value: AutomaticApproval) => switchOn(server, [ada, vera], value);
const item = async (id: string) =>
  (await asker(server)('POST /api/staff/payments/info', ines, { payment_id: id })).body;
const ready = async (level = 3): Promise<[Payer, string]> => {
  const payer = await newPayer(server, level, 10_000_000n);
  return [payer, await confirmedDestination(server, payer, { account: newIban() })];
};
const withdrawn = async (amount = '100') => {
  const [payer, destination] = await ready();
  return submitted(server, payer, destination, amount);
};
const rulesCheck = async (id: string) => (await item(id)).checks.find(({ name }) => name === 'rules');
const breaches = async () =>
  [
    ...(await verifyLedger(server.db)).findings,
    ...(await server.db.snapshot((tx) => verifyPayments(tx, server.config))),
  ].filter(({ breach }) => breach);
const send = (id: string) => asker(server)('POST /api/staff/payments/mark-sent', ines, { payment_id: id });

describe('a confirmed withdrawal', () => {
  it('waits for staff while there are no rules', async () => {
    const id = await withdrawn();
    expect((await item(id)).payment.state).toBe('submitted');
    expect(await rulesCheck(id)).toBeUndefined();
  });

  it('is approved by a rule, which staff see, and can be sent', async () => {
    await on(rulesOf());
    const id = await withdrawn();
    const { payment, history, approvals } = await item(id);
    expect(payment.state).toBe('approved');
    expect(history.map(({ state, by }) => [state, by]).slice(-3)).toEqual([
      ['submitted', expect.any(String)],
      ['in_review', null],
      ['approved', null],
    ]);
    expect(approvals).toEqual([]);
    expect(await rulesCheck(id)).toMatchObject({ result: 'good', detail: 'Approved by the rule “Small”, version 1' });
    expect((await send(id)).body.payment.state).toBe('sent');
    expect(await breaches()).toEqual([]);
  });

  it('stays in the queue where it meets no rule, with the reason; and a person approves it', async () => {
    await on(rulesOf({ used_before: true }));
    const [payer, destination] = await ready();
    const id = await submitted(server, payer, destination, '100');
    expect((await item(id)).payment.state).toBe('submitted');
    expect(await rulesCheck(id)).toMatchObject({
      result: 'warning',
      detail: 'Nearest rule “Small”: first use of the destination',
    });
    for (const step of ['assign', 'approve', 'mark-sent'] as const)
      await asker(server)(`POST /api/staff/payments/${step}`, ines, { payment_id: id });
    server.clock.advance(60_000);
    const second = await submitted(server, payer, destination, '100');
    expect((await item(second)).payment.state).toBe('approved');
    expect(await breaches()).toEqual([]);
  });

  it('is approved up to the risk rating of the rule; a client without one counts as high', async () => {
    await on(rulesOf({ max_risk: 'medium' }));
    const states: string[] = [];
    for (const rating of [null, 'high', 'medium', 'low'] as const) {
      const [payer, destination] = await ready();
      if (rating) await rateRisk(server, [vera, ada], payer.session.user.id, rating);
      const id = await submitted(server, payer, destination, '100');
      const { checks, payment } = await item(id);
      const details = checks.filter(({ name }) => name === 'risk' || name === 'rules').map(({ detail }) => detail);
      states.push([payment.state, ...details].join(' · '));
    }
    expect(states).toEqual([
      'submitted · Nearest rule “Small”: the risk rating',
      'submitted · High risk · Nearest rule “Small”: the risk rating',
      expect.stringMatching('approved · Medium risk · Approved by the rule “Small”'),
      expect.stringMatching('approved · Low risk · Approved by the rule “Small”'),
    ]);
  });

  it('is not approved when several together would take two people', async () => {
    await on(rulesOf({ max_amount: '9000' }));
    const [payer, destination] = await ready(4);
    const first = await submitted(server, payer, destination, '6000');
    const second = await submitted(server, payer, destination, '6000');
    const third = await submitted(server, payer, destination, '3999');
    const states = await Promise.all([first, second, third].map(async (id) => (await item(id)).payment.state));
    expect(states).toEqual(['approved', 'submitted', 'approved']);
    expect((await rulesCheck(second))?.detail).toContain('needs two approvers');
  });

  it('adds up with what a person has approved alone, both ways', async () => {
    await on(rulesOf({ max_amount: '9000', used_before: true }));
    const [payer, destination] = await ready(4);
    const byPerson = await submitted(server, payer, destination, '6000');
    for (const step of ['assign', 'approve', 'mark-sent'] as const)
      await asker(server)(`POST /api/staff/payments/${step}`, ines, { payment_id: byPerson });
    server.clock.advance(60_000);
    const over = await submitted(server, payer, destination, '4000');
    expect((await rulesCheck(over))?.detail).toContain('needs two approvers');
    const byRule = await submitted(server, payer, destination, '3999');
    expect((await item(byRule)).payment.state).toBe('approved');
    await on(rulesOf({ max_amount: '6000' }));
    const [other, to] = await ready(4);
    expect((await item(await submitted(server, other, to, '6000'))).payment.state).toBe('approved');
    const second = await submitted(server, other, to, '4000');
    for (const step of ['assign', 'approve'] as const)
      await asker(server)(`POST /api/staff/payments/${step}`, ines, { payment_id: second });
    expect((await item(second)).payment.state).toBe('in_review');
  });

  it('is not approved with a changed name, or by rules that were written past the program', async () => {
    await on(rulesOf());
    const [payer, destination] = await ready();
    await server.db.run(sql`update person set first_name = 'Another' where id = ${payer.session.user.id}`);
    const id = await submitted(server, payer, destination, '100');
    expect((await item(id)).payment.state).toBe('submitted');
    expect((await rulesCheck(id))?.detail).toContain('the name has changed');
    const wide = JSON.stringify(rulesOf({ max_amount: '9999' }));
    await forge(
      server.ownerUrl,
      sql`
      update setting_version set value = ${wide}::jsonb where key = 'payments.automatic_approval'
        and number = (select max(number) from setting_version where key = 'payments.automatic_approval')`,
    );
    expect((await item(await withdrawn())).payment.state).toBe('submitted');
  });
});

describe('what changes while a withdrawal is decided on', () => {
  it('leaves it to staff, and the client has confirmed it', async () => {
    await on(rulesOf({ max_amount: '100' }));
    await withdrawn();
    const [payer, destination] = await ready();
    const { threshold } = await server.db.one<{ threshold: bigint }>(sql`
      select second_approver_from as threshold from payment_setting`);
    let release = () => {};
    const isReleased = new Promise<void>((done) => (release = done));
    const holding = server.db.tx(async (tx) => {
      await tx.rows(sql`select from automatic_approval_day for update`);
      await isReleased;
    });
    const confirming = submitted(server, payer, destination, '100');
    await expect
      .poll(() =>
        server.db.one(sql`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`),
      )
      .toEqual({ waiting: 1 })
      .then(() => server.db.run(sql`update payment_setting set second_approver_from = 1`))
      .finally(release);
    await holding;
    const id = await confirming;
    await server.db.run(sql`update payment_setting set second_approver_from = ${threshold}`);
    expect((await item(id)).payment.state).toBe('submitted');
    expect(await breaches()).toEqual([]);
  });
});

describe('the cap of a day for all clients', () => {
  it('holds for many at once', async () => {
    const day = await server.db.maybeOne<{ count: number }>(sql`select count from automatic_approval_day`);
    const before = day?.count ?? 0;
    await on(rulesOf({}, { day_count: before + 2 }));
    const clients = await Promise.all(Array.from({ length: 5 }, () => ready()));
    const ids = await Promise.all(clients.map(([payer, destination]) => submitted(server, payer, destination, '50')));
    const states = await Promise.all(ids.map(async (id) => (await item(id)).payment.state));
    expect(states.filter((state) => state === 'approved')).toHaveLength(2);
    expect(states.filter((state) => state === 'submitted')).toHaveLength(3);
    expect(await breaches()).toEqual([]);
  });

  it('is kept by the database, whatever asks it', async () => {
    const over = server.db.run(sql`update automatic_approval_day set count = max_count + 1`);
    await expect(over).rejects.toThrow('automatic_approval_day_cap');
  });
});

describe('the switch', () => {
  it('goes on only after a simulation of exactly these rules, and with two people', async () => {
    const value = rulesOf({ max_amount: '321' });
    expect(codeOf(await change(server, ada, value))).toBe('settings.not_simulated');
    const version = sql`
      insert into setting_version (id, key, number, was, value, created_at)
      values (${newId()}, 'payments.automatic_approval', 99, '{}', ${JSON.stringify(value)}::jsonb, ${server.clock.now()})`;
    await expect(server.db.run(version)).rejects.toThrow('these rules were not simulated');
    expect((await propose(server, ada, value)).body).toEqual({ outcome: 'proposed' });
    const open = await server.db.one<{ id: string }>(
      sql`select id from approval_request where kind = 'setting' and state = 'open'`,
    );
    const own = await server.call('POST /api/staff/approvals/approve', {
      as: ada,
      body: { approval_request_id: open.id, current_password: ada.password },
    });
    expect(codeOf(own)).toBe('approvals.own_request');
    await server.call('POST /api/staff/approvals/withdraw', { as: ada, body: { approval_request_id: open.id } });
  });

  it('goes off by one person at once, and on again only by a new version', async () => {
    await on(rulesOf());
    expect((await item(await withdrawn())).payment.state).toBe('approved');
    expect((await stop(server, ines)).status).toBe(200);
    expect((await stop(server, ines)).status).toBe(200);
    const { body } = await asker(server)('POST /api/staff/payments/automatic-approval', ines, {});
    expect(body).toMatchObject({ in_effect: false, stopped: { reason: 'Something is wrong' } });
    expect((await item(await withdrawn())).payment.state).toBe('submitted');
    const [stopped, former] = await server.db.rows<{ reason: string; by: string; rules: number }>(sql`
      select reason, by_id as by, jsonb_array_length(value -> 'rules') as rules from setting_version
      where key = 'payments.automatic_approval' order by number desc limit 2`);
    expect(stopped).toEqual({ reason: 'Something is wrong', by: ines.user.id, rules: 0 });
    expect(former?.rules).toBe(1);
    await on(rulesOf());
    expect((await item(await withdrawn())).payment.state).toBe('approved');
    const { findings } = await server.db.snapshot((tx) => verifySettings(tx, server.config));
    expect(findings.filter(({ stored }) => !stored?.includes('9999'))).toEqual([]);
  });

  it('needs a simulation of the last 24 hours, which the second person may make', async () => {
    const value = rulesOf({ name: 'Late' });
    expect((await propose(server, ada, value)).status).toBe(200);
    server.clock.advance(86_400_000);
    expect(codeOf(await approveSetting(server, vera))).toBe('settings.not_simulated');
    await simulate(server, vera, value);
    expect((await approveSetting(server, vera)).status).toBe(200);
  });

  it('waits for a decision that has begun, and nothing is approved after it', async () => {
    const { id } = await server.db.one<{ id: string }>(sql`
      select id from setting_version where key = 'payments.automatic_approval' order by number desc limit 1`);
    // The decision is by the version before the one that is switched off.
    await on(rulesOf({ name: 'Next' }));
    const order: string[] = [];
    let stopping: Promise<unknown> | undefined;
    await server.db.tx(async (tx) => {
      await tx.run(sql`select from setting_version where id = ${id} for share`);
      stopping = stop(server, ines).then(() => order.push('stopped'));
      const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const waiting = sql`select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`;
      await expect.poll(() => server.db.rows(waiting)).not.toHaveLength(0);
      order.push('decided');
    });
    await stopping;
    expect(order).toEqual(['decided', 'stopped']);
    expect((await item(await withdrawn())).payment.state).toBe('submitted');
  });
});

describe('an insider with the database, without the secret', () => {
  const approve = (id: string, more: Partial<Record<'rule' | 'version', string>> = {}): Sql => sql`
    insert into automatic_approval (payment_id, client_id, version_id, rule, at)
    select p.id, p.client_id, ${
      more.version
        ? sql`${more.version}::uuid`
        : sql`(
      select id from setting_version where key = 'payments.automatic_approval' order by number desc limit 1)`
    },
      ${more.rule ?? 'Small'}, ${server.clock.now()}
    from payment p where p.id = ${id}`;
  const waiting = async (amount = '100') => {
    await stop(server, ines);
    const id = await withdrawn(amount);
    await asker(server)('POST /api/staff/payments/assign', ines, { payment_id: id });
    return id;
  };

  it('approves nothing that no rule in effect allows', async () => {
    const id = await waiting('600');
    await expect(server.app.db.run(approve(id))).rejects.toThrow(': rule');
    const { id: old } = await server.db.one<{ id: string }>(sql`
      select id from setting_version where key = 'payments.automatic_approval' and number = 1`);
    await on(rulesOf({ name: 'Insider' }));
    await expect(server.app.db.run(approve(id, { version: old }))).rejects.toThrow(': version');
    await expect(server.app.db.run(approve(id, { rule: 'Unknown' }))).rejects.toThrow(': rule');
    await expect(server.app.db.run(approve(id, { rule: 'Insider' }))).rejects.toThrow(': bounds');
    const unrated = await waiting();
    await on(rulesOf({ max_risk: 'medium' }));
    await expect(server.app.db.run(approve(unrated))).rejects.toThrow(': risk');
    await expect(
      server.app.db.run(
        sql`update payment set state = 'approved', updated_at = ${server.clock.now()} where id = ${id}`,
      ),
    ).rejects.toThrow('lacks an approval');
  });

  it('makes no amount small by its rate, and none large enough for one person by the threshold', async () => {
    await on(rulesOf({ max_amount: '9000' }));
    await forge(server.ownerUrl, sql`update currency set usd_rate = 0.01 where code = 'USD'`);
    const id = await withdrawn('9001');
    await forge(server.ownerUrl, sql`update currency set usd_rate = 1 where code = 'USD'`);
    expect((await rulesCheck(id))?.detail).toContain('the amount');
    await expect(server.app.db.run(sql`update currency set scale = 4 where code = 'USD'`)).rejects.toThrow(
      'append-only',
    );

    const raised = async (amount: string) => {
      await forge(server.ownerUrl, sql`update payment_setting set second_approver_from = 100000000`);
      const withdrawal = await withdrawn(amount);
      await forge(server.ownerUrl, sql`update payment_setting set second_approver_from = 1000000`);
      return (await rulesCheck(withdrawal))?.detail;
    };
    await on(rulesOf({ max_amount: '20000' }));
    for (const { key, initial } of Object.values(thresholds)) expect(initialValues[key]).toBe(initial);
    expect(await raised('10000')).toContain('needs two approvers');
    const threshold = (usd: string) => changeByTwo(server, [ada, vera], usd, 'payments.second_approver_from');
    await threshold('5000');
    expect(await raised('6000')).toContain('needs two approvers');
    await forge(server.ownerUrl, sql`update payment_setting set second_approver_from = 500000`);
    await threshold('10000');
  });

  it('takes nothing off what was approved on a day', async () => {
    const less = server.app.db.run(sql`update automatic_approval_day set usd = usd - 1`);
    await expect(less).rejects.toThrow('only add up');
    await expect(server.app.db.run(sql`delete from automatic_approval_day`)).rejects.toThrow('only add up');
    const below = server.app.db.run(sql`
      insert into automatic_approval_day (day, count, usd, max_count, max_usd) values ('2199-01-01', -1, -1, 1, 1)`);
    await expect(below).rejects.toThrow('check constraint');
  });

  it('gets nothing paid by what a rule would allow, and is found', async () => {
    const id = await waiting();
    await on(rulesOf());
    await server.app.db.run(approve(id));
    await server.app.db.run(
      sql`update payment set state = 'approved', updated_at = ${server.clock.now()} where id = ${id}`,
    );
    expect(codeOf(await send(id))).toBe('approvals.changed');
    const found = (await breaches()).map(({ invariant }) => invariant);
    expect(found).toContain('approvals by rules were written by Atrium');
    await expect(
      server.app.db.run(sql`update automatic_approval set usd = 1 where payment_id = ${id}`),
    ).rejects.toThrow('append-only');
  });
});
