import type { AutomaticApproval, AutomaticApprovalRule } from '#contract/settings/values/automatic-approval.ts';
import type { ProtectedKey } from '#contract/settings/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { asker } from './payments.ts';
import type { Session, TestServer } from '../server.ts';

const rulesKey = 'payments.automatic_approval';

/** A rule that every honest small withdrawal meets; tests make it stricter. */
export const ruleOf = (stricter: Partial<AutomaticApprovalRule> = {}): AutomaticApprovalRule => ({
  name: 'Small',
  methods: ['bank_transfer', 'sandbox'],
  currencies: [],
  max_amount: '500',
  min_level: 3,
  account_days: 0,
  destination_days: 0,
  used_before: false,
  to_source: false,
  max_day: '100000',
  max_month: '100000',
  ...stricter,
});

export const rulesOf = (
  stricter: Partial<AutomaticApprovalRule> = {},
  cap: Partial<AutomaticApproval> = {},
): AutomaticApproval => ({
  day_count: 1000,
  day_total: '1000000',
  least_rates: [{ currency: 'EUR', usd: '1' }],
  rules: [ruleOf(stricter)],
  ...cap,
});

export const simulate = (server: TestServer, as: Session, rules: AutomaticApproval) =>
  server.call('POST /api/staff/payments/automatic-approval/simulate', { as, body: { rules } });

/** Simulates the rules and proposes them, as an administrator. */
export async function propose(server: TestServer, admin: Session, value: AutomaticApproval) {
  await server.db.run(sql`delete from rate_window`);
  await simulate(server, admin, value);
  return change(server, admin, value);
}

/** Proposes them without a simulation, or another protected setting. */
export async function change(server: TestServer, admin: Session, value: unknown, key: ProtectedKey = rulesKey) {
  const { newest } = await server.db.one<{ newest: number }>(sql`
    select coalesce(max(number), 0) as newest from setting_version where key = ${key}`);
  return server.call('POST /api/staff/settings/protected', {
    as: admin,
    body: { key, value, version: newest, reason: 'as agreed', current_password: admin.password },
  });
}

/** Approves the setting that is proposed. */
export async function approveSetting(server: TestServer, second: Session) {
  const { body } = await server.call('POST /api/staff/approvals', { as: second, body: {} });
  const approval_request_id = body.approval_requests.find(({ kind }) => kind === 'setting')?.id ?? '';
  return server.call('POST /api/staff/approvals/approve', {
    as: second,
    body: { approval_request_id, current_password: second.password, overrule: 'One office' },
  });
}

type Two = readonly [admin: Session, second: Session];

/** Changes a protected setting by two people. */
export async function changeByTwo(server: TestServer, [admin, second]: Two, value: unknown, key: ProtectedKey) {
  const proposed = await change(server, admin, value, key);
  if (proposed.status !== 200) throw new Error(JSON.stringify(proposed.refusal));
  const approved = await approveSetting(server, second);
  if (approved.status !== 200) throw new Error(JSON.stringify(approved.refusal));
}

/** The same of the rules, which are simulated before. */
export async function switchOn(server: TestServer, people: Two, value: AutomaticApproval): Promise<void> {
  await server.db.run(sql`delete from rate_window`);
  await simulate(server, people[0], value);
  await changeByTwo(server, people, value, rulesKey);
}

export const stop = (server: TestServer, as: Session) =>
  asker(server)('POST /api/staff/settings/stop-approval', as, { reason: 'Something is wrong' });
