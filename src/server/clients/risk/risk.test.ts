import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RiskRating } from '#contract/clients/risk-names.ts';
import { riskEndpoints } from '#contract/clients/risk.ts';
import { operatorData } from '#server/operator/own-data.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { verifyPeople } from '#server/staff/people-verify.ts';
import { confirmAs, waitingFor } from '#test/compliance/approvals.ts';
import { ofOtherProofs, refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let carl: Session;
let vera: Session;
let adam: Session;
beforeAll(async () => {
  server = await startServer();
  carl = await server.register({ first_name: 'Carl', roles: ['client', 'compliance'] });
  vera = await server.register({ first_name: 'Vera', roles: ['client', 'compliance'] });
  adam = await server.register({ first_name: 'Adam', roles: ['client', 'admin'] });
});
afterAll(() => server.close());
beforeEach(() => server.db.run(sql`delete from rate_window`));

const rate = ({ user }: Session, rating: RiskRating, as = carl) =>
  server.call('POST /api/staff/clients/risk', {
    as,
    body: { client_id: user.id, rating, reason: 'Politically exposed', current_password: as.password },
  });
const ratingOf = async ({ user }: Session) =>
  (await server.call('POST /api/staff/clients/card', { as: adam, body: { client_id: user.id } })).body.risk;
const historyOf = async ({ user }: Session, as = vera) =>
  (await server.call('POST /api/staff/clients/risk/history', { as, body: { client_id: user.id } })).body;
const waiting = ({ user }: Session) => waitingFor(server, user.id, 'risk');
/** With what was rated by one person, and then by two. */
async function rated(...ratings: RiskRating[]): Promise<Session> {
  const ida = await server.register({ first_name: 'Ida', second_name: 'Quay' });
  for (const rating of ratings) {
    const { body } = await rate(ida, rating);
    if (body.outcome === 'proposed') await confirmAs(server, vera, await waiting(ida));
  }
  return ida;
}

const { meets, unmet } = refusalsOf(riskEndpoints);
meets(
  'clients.set_risk',
  async () => {
    const ida = await server.register();
    const call = (client_id: string, current_password: string) =>
      server.call('POST /api/staff/clients/risk', {
        as: carl,
        body: { client_id, rating: 'low', reason: 'Known', current_password },
      });
    await rate(ida, 'low');
    return [
      () => call(carl.user.id, 'wrong'),
      () => call(newId(), 'wrong'),
      () => call(newId(), carl.password),
      () => call(ida.user.id, carl.password),
    ];
  },
  ofOtherProofs,
);

describe('a rating', () => {
  it('is of compliance; administrators see how it came about', async () => {
    const ida = await rated('high');
    expect((await rate(ida, 'high', adam)).status).toBe(403);
    expect(await historyOf(ida, adam)).toHaveLength(1);
    const finance = await server.register({ roles: ['client', 'finance'] });
    const { status } = await server.call('POST /api/staff/clients/risk/history', {
      as: finance,
      body: { client_id: ida.user.id },
    });
    expect(status).toBe(403);
  });

  it('and the reason of its request are read by compliance and administrators, never by the person', async () => {
    const [ida, sven, own] = [
      await rated('high'),
      await server.register({ roles: ['client', 'support'] }),
      await server.register({ roles: ['client', 'compliance'] }),
    ];
    await rate(ida, 'low');
    await rate(own, 'high');
    await rate(own, 'low');
    const requests = async (as: Session, of: Session) => {
      const { body } = await server.call('POST /api/staff/approvals', { as, body: { client_id: of.user.id } });
      return body.approval_requests.filter(({ kind }) => kind === 'risk').length;
    };
    expect([await requests(vera, ida), await requests(sven, ida)]).toEqual([1, 0]);
    expect([await requests(vera, own), await requests(own, own)]).toEqual([1, 0]);
    expect([(await historyOf(own)).length, await historyOf(own, own)]).toEqual([1, []]);
    const { body } = await server.call('POST /api/staff/clients/card', { as: own, body: { client_id: own.user.id } });
    expect(body.risk).toBeNull();
  });

  it('that is higher takes effect at once, and the same one is a review', async () => {
    const ida = await rated('medium');
    for (const rating of ['high', 'high'] as const)
      expect((await rate(ida, rating)).body).toEqual({ outcome: 'changed' });
    const by = { reason: 'Politically exposed', by: 'Carl Berg' };
    expect(await historyOf(ida)).toMatchObject([
      { was: 'high', rating: 'high', ...by, approved_by: null },
      { was: 'medium', rating: 'high', ...by, approved_by: null },
      { was: null, rating: 'medium', ...by, approved_by: 'Vera Berg' },
    ]);
  });

  it.each([
    [[], 'low', 'proposed'],
    [[], 'medium', 'proposed'],
    [[], 'high', 'changed'],
    [['high'], 'medium', 'proposed'],
    [['high', 'medium'], 'low', 'proposed'],
    [['low'], 'medium', 'changed'],
  ] as const)('after %j, of %s is %s', async (before, rating, outcome) => {
    const ida = await rated(...before);
    expect((await rate(ida, rating)).body).toEqual({ outcome });
    expect(await ratingOf(ida)).toBe(outcome === 'changed' ? rating : (before.at(-1) ?? null));
  });

  it('that is lower waits for a second person, by the request that both see', async () => {
    const ida = await rated('high');
    await rate(ida, 'low');
    const id = await waiting(ida);
    const { body } = await server.call('POST /api/staff/approvals', { as: vera, body: { client_id: ida.user.id } });
    expect(body.approval_requests).toMatchObject([{ kind: 'risk', was: 'high', value: 'low', may_decide: true }]);
    expect((await confirmAs(server, carl, id)).refusal.code).toBe('approvals.own_request');
    expect((await confirmAs(server, adam, id)).status).toBe(200);
    expect(await ratingOf(ida)).toBe('low');
    const entries = await server.db.rows(sql`
      select details from audit_entry where client_id = ${ida.user.id} and action = 'clients.set_risk' order by id desc limit 1`);
    const details = { from: 'high', to: 'low', reason: 'Politically exposed', proposed_by: 'Carl Berg' };
    expect(entries).toMatchObject([{ details }]);
  });

  it('that was raised since does not come down by an earlier request', async () => {
    const ida = await rated('medium');
    await rate(ida, 'low');
    await rate(ida, 'high', vera);
    expect((await confirmAs(server, adam, await waiting(ida))).refusal.code).toBe('approvals.outdated');
    expect(await ratingOf(ida)).toBe('high');
  });

  it('that was confirmed by a review since does not come down by an earlier request', async () => {
    const ida = await rated('high');
    await rate(ida, 'low');
    await rate(ida, 'high', vera);
    expect((await confirmAs(server, adam, await waiting(ida))).refusal.code).toBe('approvals.outdated');
    expect(await ratingOf(ida)).toBe('high');
  });

  it('is approved once by several at once, and no raise is lost', async () => {
    for (let round = 0; round < 3; round += 1) {
      const ida = await rated('medium');
      await rate(ida, 'low');
      const id = await waiting(ida);
      const responses = await Promise.all([
        confirmAs(server, vera, id),
        confirmAs(server, adam, id),
        rate(ida, 'high', carl),
      ]);
      expect(responses.slice(0, 2).filter(({ status }) => status === 200).length).toBeLessThan(2);
      expect(responses[2]?.status).toBe(200);
      expect(await ratingOf(ida)).toBe('high');
      const [last] = await historyOf(ida);
      expect(last).toMatchObject({ rating: 'high' });
    }
  });

  it('reaches programs once it changes, and never the client', async () => {
    const ida = await rated('high', 'high');
    await server.drain();
    const events = await server.db.rows(sql`
      select type, data from operator_event where client_id = ${ida.user.id} and type like 'client.risk%'`);
    expect(events).toEqual([{ type: 'client.risk_changed', data: { client_id: ida.user.id, risk: 'high' } }]);
    const exported = await server.db.rows<{ type: string }>(operatorData[0]?.rows(ida.user.id) ?? sql``);
    expect(exported.map(({ type }) => type).toSorted()).toEqual(['client.legal_accepted', 'client.registered']);
    const { body } = await server.call('POST /api/settings/activity', { as: ida, body: {} });
    expect(body.map(({ action }) => action)).not.toContain('clients.set_risk');
    const notified = await server.db.rows(sql`
      select from notification where person_id = ${ida.user.id} and kind <> 'welcome'`);
    expect(notified).toEqual([]);
  });

  it('narrows down the list of clients', async () => {
    const [high, none] = [await rated('high'), await server.register()];
    const found = async (risk: RiskRating | 'none') => {
      const { body } = await server.call('POST /api/staff/clients', { as: carl, body: { risk } });
      return body.clients.map((client) => [client.id, client.risk]);
    };
    expect(await found('high')).toContainEqual([high.user.id, 'high']);
    expect(await found('high')).not.toContainEqual([none.user.id, null]);
    expect(await found('none')).toContainEqual([none.user.id, null]);
    expect((await found('none')).every(([, risk]) => risk === null)).toBe(true);
    const plan = await server.db.tx(async (tx) => {
      await tx.run(sql`set local enable_seqscan = off`);
      return tx.rows<{ 'QUERY PLAN': string }>(sql`
        explain select id from person c where c.risk_rating = 'high' order by c.id desc limit 51`);
    });
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('person_by_risk');
  });

  it('agrees with the audit log', async () => {
    await rated('high', 'low');
    const { findings } = await server.db.snapshot(verifyPeople);
    expect(findings.filter(({ what }) => what === 'risk rating')).toEqual([]);
  });
});

describe('the database', () => {
  const insert = (of: Session, was: RiskRating | null, rating: RiskRating, approvalRequestId: string | null = null) =>
    server.app.db.run(sql`
      insert into client_risk (id, client_id, was, rating, reason, set_by, approval_request_id, at)
      values (${newId()}, ${of.user.id}, ${was}, ${rating}, 'Alone', ${carl.user.id}, ${approvalRequestId}, ${server.clock.now()})`);

  it('refuses a lower rating without its approved request, also with that of another rating', async () => {
    const ida = await rated('high');
    await expect(insert(ida, 'high', 'low')).rejects.toMatchObject({ constraint: 'client_risk_is_approved' });
    await rate(ida, 'medium');
    const id = await waiting(ida);
    await expect(insert(ida, 'high', 'medium', id)).rejects.toMatchObject({ constraint: 'client_risk_is_approved' });
    await confirmAs(server, vera, id);
    await expect(insert(ida, 'medium', 'low', id)).rejects.toMatchObject({ constraint: 'client_risk_is_approved' });
    const fresh = await server.register();
    await expect(insert(fresh, null, 'medium')).rejects.toMatchObject({ constraint: 'client_risk_is_approved' });
  });

  it('refuses a rating that does not follow the last one, and one of oneself', async () => {
    const ida = await rated('high');
    await expect(insert(ida, 'low', 'low')).rejects.toMatchObject({ constraint: 'client_risk_follows' });
    await expect(insert(carl, null, 'high')).rejects.toThrow('client_risk_check');
  });

  it('keeps the history, and the rating of a person as the last one in it', async () => {
    const ida = await rated('high');
    for (const change of [
      sql`update client_risk set rating = 'low'`,
      sql`delete from client_risk`,
      sql`truncate client_risk`,
    ])
      await expect(server.db.run(change)).rejects.toThrow('append-only');
    const lower = server.app.db.run(sql`update person set risk_rating = 'low' where id = ${ida.user.id}`);
    await expect(lower).rejects.toMatchObject({ constraint: 'person_risk_is_last' });
  });
});

it('is refused in every way that the contract names', () => expect(unmet()).toEqual([]));
