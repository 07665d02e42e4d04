import type { AutomaticApproval, AutomaticApprovalRule } from '#contract/settings/values/automatic-approval.ts';
import { sql } from '#server/platform/db/sql.ts';
import { asker } from './payments.ts';
import type { Session, TestServer } from '../server.ts';

const key = 'payments.automatic_approval';

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
): AutomaticApproval => ({ day_count: 1000, day_total: '1000000', rules: [ruleOf(stricter)], ...cap });

export const simulate = (server: TestServer, as: Session, rules: AutomaticApproval) =>
  server.call('POST /api/staff/payments/automatic-approval/simulate', { as, body: { rules } });

/** Simulates the rules and proposes them, as an administrator. */
export async function propose(server: TestServer, admin: Session, value: AutomaticApproval) {
  await server.db.run(sql`delete from rate_window`);
  await simulate(server, admin, value);
  return change(server, admin, value);
}

/** Proposes them without a simulation. */
export async function change(server: TestServer, admin: Session, value: AutomaticApproval) {
  const { newest } = await server.db.one<{ newest: number }>(sql`
    select coalesce(max(number), 0) as newest from setting_version where key = ${key}`);
  return server.call('POST /api/staff/settings/protected', {
    as: admin,
    body: { key, value, version: newest, reason: 'as agreed', current_password: admin.password },
  });
}

/** The same, which a second person approves. */
export async function switchOn(
  server: TestServer,
  [admin, second]: readonly [Session, Session],
  value: AutomaticApproval,
): Promise<void> {
  const proposed = await propose(server, admin, value);
  if (proposed.status !== 200) throw new Error(JSON.stringify(proposed.refusal));
  const { body } = await server.call('POST /api/staff/approvals', { as: second, body: {} });
  const approval_request_id =
    body.approval_requests.find((each) => each.kind === 'setting' && each.key === key)?.id ?? '';
  const approved = await server.call('POST /api/staff/approvals/approve', {
    as: second,
    body: { approval_request_id, current_password: second.password, overrule: 'One office' },
  });
  if (approved.status !== 200) throw new Error(JSON.stringify(approved.refusal));
}

export const stop = (server: TestServer, as: Session) =>
  asker(server)('POST /api/staff/payments/automatic-approval/stop', as, { reason: 'Something is wrong' });
