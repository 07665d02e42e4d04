import { randomUUID } from 'node:crypto';
import { api, type EndpointName } from '#contract/api.ts';
import type { ApprovalRequest } from '#contract/approvals/endpoints.ts';
import { must, newClient, proofOf, type Ground, type Path, type Visitor } from './ground.ts';

export interface Staff {
  email: string;
  who: Visitor;
}

/** Something that waits for a second person. */
export interface ActionOfTwo {
  /** By which the second person approves. */
  call: EndpointName;
  /** Whether that takes a proof of identity. */
  proven: boolean;
  /** Requests it again; returns what the approval names. */
  propose: (ground: Ground, by: Staff) => Promise<object>;
}

export const pathOf = (call: EndpointName): string => api[call].route.split(' ')[1] ?? '';

/**
 * Settings for requests that concern the whole installation, each time another one, since a setting can have only one
 * open request.
 */
const settings = [
  'payments.review_hours',
  'payments.confirm_minutes',
  'payments.code_minutes',
  'payments.code_attempts',
];
let turn = 0;

async function waitingOf(ground: Ground, { who }: Staff, of: object, isMine: (one: ApprovalRequest) => boolean) {
  const { approval_requests: approvalRequests } = await must(ground, who, '/api/staff/approvals', of);
  const found = approvalRequests.find(isMine);
  if (!found) throw new Error('what was proposed does not wait');
  return { approval_request_id: found.id };
}

/** About a client who registered just now. */
const about =
  (path: Path, input: () => object): ActionOfTwo['propose'] =>
  async (ground, by) => {
    const { id } = await newClient(ground);
    await must(ground, by.who, path, { client_id: id, ...input(), ...proofOf(by.email) });
    return waitingOf(ground, by, { client_id: id }, () => true);
  };

const approvalRequest = (propose: ActionOfTwo['propose']): ActionOfTwo => ({
  call: 'approvals.approve',
  proven: true,
  propose,
});
const reason = 'As agreed on the phone.';

async function proposeSetting(ground: Ground, by: Staff): Promise<object> {
  const key = settings[turn++ % settings.length] ?? '';
  const response = await must(ground, by.who, '/api/staff/settings', {});
  const { value, version } = response.settings.find((each) => each.key === key) ?? { value: 0, version: 0 };
  const body = { key, value: Number(value) + 1, version, reason, ...proofOf(by.email) };
  await must(ground, by.who, '/api/staff/settings/protected', body);
  return waitingOf(ground, by, {}, (one) => one.kind === 'setting' && one.key === key);
}

async function proposeKey(ground: Ground, by: Staff): Promise<object> {
  const input = { name: randomUUID(), scopes: ['sign_in_links:write'], addresses: ['203.0.113.7'], reason };
  await must(ground, by.who, '/api/staff/operator/keys/create', { ...input, ...proofOf(by.email) });
  const { approval_requests: approvalRequests } = await must(ground, by.who, '/api/staff/approvals', {});
  const last = approvalRequests.findLast(({ kind }) => kind === 'api_key');
  return { approval_request_id: last?.id };
}

async function proposeAdjustment(ground: Ground, by: Staff): Promise<object> {
  const who = await newClient(ground);
  const [wallet] = await must(ground, who, '/api/wallets', {});
  const body = { wallet_id: wallet?.id, direction: 'give', amount: '50', category: 'goodwill', note: 'A gift' };
  const { payment } = await must(ground, by.who, '/api/staff/payments/adjust', {
    ...body,
    request_id: randomUUID(),
  });
  return { payment_id: payment.id, decision: 'approve' };
}

/** The demo's clock runs ahead by weeks, so this is within a year of it. */
const inAMonth = () => new Date(Date.now() + 150 * 86_400_000).toISOString().slice(0, 10);

/** Those that a demo reaches within seconds. The same guard of the database protects all. */
export const actionsOfTwo: Record<string, ActionOfTwo> = {
  setting: approvalRequest(proposeSetting),
  limits: approvalRequest(about('/api/staff/clients/overrides/accounts', () => ({ max: 9, until: null, reason }))),
  level: approvalRequest(about('/api/staff/clients/level', () => ({ level: 3, reason }))),
  tier: approvalRequest(about('/api/staff/clients/tier', () => ({ tier: 'vip', until: inAMonth(), reason }))),
  email: approvalRequest(
    about('/api/staff/clients/email', () => ({
      email: `${randomUUID()}@example.com`,
      reason: 'mailbox_lost',
      comment: 'met in person',
    })),
  ),
  role: approvalRequest(about('/api/staff/team/roles', () => ({ roles: ['support'], reason }))),
  api_key: approvalRequest(proposeKey),
  payment: { call: 'payments.decide_adjustment', proven: false, propose: proposeAdjustment },
};
