import { afterAll, beforeAll, expect, it } from 'vitest';
import { allAuditActions } from '#contract/staff/audit-names.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { activityData } from './own-data/activity.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const inside =
  /^(screening|approvals|support|connections|settings|legal|articles)\.|\.(assign|view\w*|(\w+_)?file|export\w*)$/;
const ofStaff = new Set(['staff.add_note', 'clients.set_risk', 'payments.close_finding', 'trading.propose_outcome']);

it('a client is not shown what staff looked at, noted, requested, rated or compared with lists', async () => {
  const [vera, ida] = [await server.register({ roles: ['client', 'compliance'] }), await server.register()];
  await server.db.tx(async (tx) => {
    for (const action of allAuditActions)
      await writeAudit(tx, server.clock, {
        actorId: vera.user.id,
        clientId: ida.user.id,
        action,
      });
  });
  const { body } = await server.call('POST /api/settings/activity', { as: ida, body: {} });
  const exported = await server.db.rows<{ action: string }>(activityData[0]?.rows(ida.user.id) ?? sql``);
  for (const list of [body, exported]) {
    const shown = list.map(({ action }) => action);
    expect(shown).toContain('payments.reject');
    expect(shown.filter((action) => inside.test(action) || ofStaff.has(action))).toEqual([]);
  }
});
