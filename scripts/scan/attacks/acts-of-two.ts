import { randomUUID } from 'node:crypto';
import { api, type EndpointName } from '#contract/api.ts';
import { must, newClient, proofOf, type Ground, type Visitor } from './ground.ts';

export interface Staff {
  email: string;
  who: Visitor;
}

/** Something that waits for a second person. */
export interface ActOfTwo {
  /** By which the second person approves. */
  call: EndpointName;
  /** Whether that takes a proof that it is oneself. */
  proven: boolean;
  /** Proposes it anew; answers what the approval names. */
  propose: (ground: Ground, by: Staff) => Promise<object>;
}

export const pathOf = (call: EndpointName): string => api[call].route.split(' ')[1] ?? '';

/** What is proposed to the whole house, each time for another setting, since one proposal waits for each. */
const settings = [
  'payments.review_hours',
  'payments.confirm_minutes',
  'payments.code_minutes',
  'payments.code_attempts',
];
let turn = 0;

type Waiting = { proposals: { id: string; key?: string | null; kind: string }[] };

async function waitingOf(
  ground: Ground,
  { who }: Staff,
  of: object,
  isMine: (one: Waiting['proposals'][number]) => boolean,
) {
  const { proposals } = (await must(ground, who, '/api/staff/proposals', of)) as Waiting;
  const found = proposals.find(isMine);
  if (!found) throw new Error('what was proposed does not wait');
  return { proposal_id: found.id };
}

/** About a client who registered just now. */
const about =
  (path: string, wish: () => object): ActOfTwo['propose'] =>
  async (ground, by) => {
    const { id } = await newClient(ground);
    await must(ground, by.who, path, { client_id: id, ...wish(), ...proofOf(by.email) });
    return waitingOf(ground, by, { client_id: id }, () => true);
  };

const proposal = (propose: ActOfTwo['propose']): ActOfTwo => ({ call: 'proposals.confirm', proven: true, propose });
const reason = 'As agreed on the phone.';

async function proposeSetting(ground: Ground, by: Staff): Promise<object> {
  const key = settings[turn++ % settings.length] ?? '';
  const told = await must(ground, by.who, '/api/staff/settings', {});
  const { value, version } = (told['settings'] as { key: string; value: unknown; version: number }[]).find(
    (each) => each.key === key,
  ) ?? { value: 0, version: 0 };
  const body = { key, value: Number(value) + 1, version, reason, ...proofOf(by.email) };
  await must(ground, by.who, '/api/staff/settings/guarded', body);
  return waitingOf(ground, by, {}, (one) => one.key === key);
}

async function proposeKey(ground: Ground, by: Staff): Promise<object> {
  const wish = { name: randomUUID(), scopes: ['sign_in_links:write'], addresses: ['203.0.113.7'], reason };
  await must(ground, by.who, '/api/staff/operator/keys/create', { ...wish, ...proofOf(by.email) });
  const { proposals } = (await must(ground, by.who, '/api/staff/proposals', {})) as Waiting;
  const last = proposals.findLast(({ kind }) => kind === 'api_key');
  return { proposal_id: last?.id };
}

async function proposeAdjustment(ground: Ground, by: Staff): Promise<object> {
  const who = await newClient(ground);
  const [wallet] = (await must(ground, who, '/api/wallets', {})) as unknown as { id: string }[];
  const body = { wallet_id: wallet?.id, direction: 'give', amount: '50', category: 'goodwill', note: 'A gift' };
  const { payment } = (await must(ground, by.who, '/api/staff/payments/adjust', {
    ...body,
    request_id: randomUUID(),
  })) as {
    payment: { id: string };
  };
  return { payment_id: payment.id, decision: 'approve' };
}

/** Those that a demo can be brought to within seconds. The same guard of the database stands behind all. */
export const actsOfTwo: Record<string, ActOfTwo> = {
  setting: proposal(proposeSetting),
  limits: proposal(about('/api/staff/clients/overrides/accounts', () => ({ most: 9, until: null, reason }))),
  level: proposal(about('/api/staff/clients/level', () => ({ level: 3, reason }))),
  email: proposal(
    about('/api/staff/clients/email', () => ({
      email: `${randomUUID()}@example.com`,
      reason: 'mailbox_lost',
      comment: 'met in person',
    })),
  ),
  role: proposal(about('/api/staff/team/roles', () => ({ roles: ['support'], reason }))),
  api_key: proposal(proposeKey),
  payment: { call: 'payments.decide_adjustment', proven: false, propose: proposeAdjustment },
};
