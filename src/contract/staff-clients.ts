import { z } from 'zod';
import { roles, type Endpoints, type Role } from './endpoint.ts';
import { decimal, done, instant, language, nothing, uuid, writtenLine, writtenText } from './fields.ts';
import { ipoHolding } from './ipo-records.ts';
import { stoppableKinds } from './override-names.ts';
import { reasonCode } from './reasons.ts';
import { proof, proofRefusals } from './proof.ts';
import { clientNote } from './staff-client-lists.ts';
import { staffDealing } from './staff-dealing.ts';
import { clientStates } from './staff-names.ts';
import { tierNames } from './tier-names.ts';
import { tradingAccount } from './trading.ts';

/** Who may shut a client out and let him in again. */
const guardians: readonly Role[] = ['compliance', 'admin'];
const keepers: readonly Role[] = ['support', 'compliance', 'admin'];

const whom = { client_id: uuid };
const reason = writtenText.pipe(z.string().min(3, 'validation.required').max(300));
const tag = writtenLine.pipe(z.string().min(1, 'validation.required').max(30));

const clientCard = z.object({
  id: uuid,
  first_name: z.string(),
  second_name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  country: z.string(),
  language,
  manager: z.object({ id: uuid, name: z.string() }).nullable(),
  /** His manager does not work here any more, and nobody has taken over. */
  manager_left: z.boolean(),
  roles: z.array(z.enum(roles)),
  verification_level: z.number().int(),
  tier: z.enum(tierNames),
  tier_until: z.iso.date().nullable(),
  second_factor: z.boolean(),
  state: z.enum(clientStates),
  /** The former address that claims a disputed profile; for compliance and administrators, who settle whose it is. */
  disputed_by: z.string().nullable(),
  /** Payments of his that staff have stopped. */
  stopped: z.array(z.enum(stoppableKinds)),
  /** Whether the person works here and sees offerings, and what they may deal in all the same. */
  dealing: staffDealing,
  created_at: instant,
  last_sign_in_at: instant.nullable(),
  wallets: z.array(z.object({ id: uuid, currency: z.string(), available: decimal, held: decimal })),
  accounts: z.array(
    z.object({
      number: z.string(),
      currency: z.string(),
      status: z.enum(['pending', 'active', 'read_only', 'archived']),
    }),
  ),
  tags: z.array(z.string()),
});
export type StaffClient = z.output<typeof clientCard>;

export const staffClientsEndpoints = {
  'staff.client': {
    route: 'POST /api/staff/clients/card',
    guard: 'staff',
    summary: 'One client with what he has. Who looks is written down, once for one look.',
    body: z.strictObject(whom),
    answer: clientCard,
    refusals: ['http.not_found'],
    rateLimit: { hits: 300, windowS: 600, by: 'person' },
  },
  'staff.client_accounts': {
    route: 'POST /api/staff/clients/accounts',
    guard: 'staff',
    summary:
      'The trading accounts of a client with what the platform says of each, or, while one elsewhere does not answer, what it last said.',
    body: z.strictObject(whom),
    answer: z.array(
      tradingAccount.pick({
        trading_account_id: true,
        currency: true,
        native_balance: true,
        equity: true,
        free_margin: true,
        status: true,
        synchronised_at: true,
      }),
    ),
    refusals: ['http.not_found'],
  },
  'staff.client_holdings': {
    route: 'POST /api/staff/clients/holdings',
    guard: 'staff',
    summary: 'The shares that a client has of each offering, what they cost and what they are worth.',
    body: z.strictObject(whom),
    answer: z.array(
      ipoHolding.pick({
        stock_id: true,
        issuer: true,
        ticker: true,
        currency: true,
        quantity: true,
        free_quantity: true,
        state: true,
        lock_up_ends_at: true,
        cost: true,
        value: true,
      }),
    ),
    refusals: ['http.not_found'],
  },
  'staff.managers': {
    route: 'POST /api/staff/clients/managers',
    guard: 'staff',
    summary: 'Who may look after clients, with how many each of them has.',
    body: nothing,
    answer: z.array(z.object({ id: uuid, name: z.string(), clients: z.number().int() })),
  },
  'staff.set_manager': {
    route: 'POST /api/staff/clients/manager',
    guard: ['admin'],
    summary:
      'Give a client a personal manager of the staff, another one, or none. Both managers and the client are told. Whoever leaves the team or is shut out loses his clients.',
    body: z.strictObject({ ...whom, manager_id: uuid.nullable(), reason }),
    answer: done,
    refusals: ['http.not_found', 'staff.managed_is_staff', 'staff.closed', 'staff.no_manager', 'staff.same_manager'],
  },
  'staff.add_note': {
    route: 'POST /api/staff/clients/note',
    guard: 'staff',
    summary: 'Note something of a client, for staff only. What is noted stays.',
    body: z.strictObject({ ...whom, text: writtenText.pipe(z.string().min(1, 'validation.required').max(2000)) }),
    answer: clientNote,
    refusals: ['http.not_found'],
    rateLimit: { hits: 100, windowS: 600, by: 'person' },
  },
  'staff.add_tag': {
    route: 'POST /api/staff/clients/tag',
    guard: 'staff',
    summary: 'Mark a client with a word. One that he has stays.',
    body: z.strictObject({ ...whom, tag }),
    answer: z.array(z.string()),
    refusals: ['http.not_found', 'staff.tags_full'],
    rateLimit: { hits: 100, windowS: 600, by: 'person' },
  },
  'staff.remove_tag': {
    route: 'POST /api/staff/clients/tag/remove',
    guard: 'staff',
    summary: 'Take a word off a client.',
    body: z.strictObject({ ...whom, tag }),
    answer: z.array(z.string()),
    refusals: ['http.not_found'],
  },
  'staff.begin_watch': {
    route: 'POST /api/staff/clients/watch',
    guard: keepers,
    summary:
      'See the rooms of a client as he does, for 15 minutes and in this session, and change nothing. It is written down with its reason, and he is told. Nobody watches staff, and nobody watches two at once.',
    body: z.strictObject({ ...whom, reason, ...proof }),
    answer: z.object({ ends_at: instant }),
    refusals: ['http.not_found', 'staff.own_profile', 'staff.watch_of_staff', ...proofRefusals, 'staff.watching'],
    rateLimit: { hits: 30, windowS: 600, by: 'person' },
  },
  'staff.end_watch': {
    route: 'POST /api/staff/watch/end',
    guard: 'staff',
    underWatch: 'staff',
    summary: 'Stop watching. Answers alike when nobody is watched any more.',
    body: nothing,
    answer: done,
  },
  'staff.block': {
    route: 'POST /api/staff/clients/block',
    guard: guardians,
    summary:
      'Shut somebody out: his sessions end and nobody signs in as him, whatever he sets anew, until staff let him in. Staff are shut out by administrators only, and nobody shuts himself out.',
    body: z.strictObject({
      ...whom,
      /** The client reads it. */
      reason: reasonCode,
      /** Staff only do. */
      note: writtenText.pipe(z.string().max(300)).optional(),
    }),
    answer: done,
    refusals: ['http.not_found', 'staff.own_profile', 'staff.is_staff', 'reasons.not_open', 'staff.blocked'],
  },
  'staff.unblock': {
    route: 'POST /api/staff/clients/unblock',
    guard: guardians,
    summary: 'Let somebody in again who was shut out.',
    body: z.strictObject({ ...whom, reason }),
    answer: done,
    refusals: ['http.not_found', 'staff.own_profile', 'staff.is_staff', 'staff.closed', 'staff.not_blocked'],
  },
} as const satisfies Endpoints;
