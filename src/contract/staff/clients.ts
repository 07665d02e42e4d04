import { z } from 'zod';
import { roles, type Endpoints, type Role } from '#contract/kernel/endpoint.ts';
import { decimal, done, instant, language, nothing, uuid, writtenLine, writtenText } from '#contract/kernel/fields.ts';
import { ipoHolding } from '#contract/ipo/records.ts';
import { restrictableKinds } from './override-names.ts';
import { reasonCode } from '#contract/reasons/endpoints.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';
import { clientNote } from './client-lists.ts';
import { staffDealing } from './dealing.ts';
import { clientStates } from './names.ts';
import { riskRatings } from '#contract/clients/risk-names.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import { tradingAccount } from '#contract/trading/endpoints.ts';

/** Who may block and unblock a client. */
const guardians: readonly Role[] = ['compliance', 'admin'];
const keepers: readonly Role[] = ['support', 'compliance', 'admin'];

const whom = { client_id: uuid };
export const reason = writtenText.pipe(z.string().min(3, 'validation.required').max(300));
export const noteText = writtenText.pipe(z.string().min(1, 'validation.required').max(2000));
export const tag = writtenLine.pipe(z.string().min(1, 'validation.required').max(30));

const clientCard = z.object({
  id: uuid,
  full_name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  country: z.string(),
  language,
  /** The name of the host of the client's brand; null while there is one brand only. */
  brand: z.string().nullable(),
  manager: z.object({ id: uuid, name: z.string() }).nullable(),
  /** The account manager has left, and the client has no other yet. */
  manager_left: z.boolean(),
  roles: z.array(z.enum(roles)),
  verification_level: z.number().int(),
  /** How compliance rates the client's risk; null without a rating. */
  risk: z.enum(riskRatings).nullable(),
  tier: z.enum(tierNames),
  tier_until: z.iso.date().nullable(),
  second_factor: z.boolean(),
  state: z.enum(clientStates),
  /** The former address that claims a disputed profile; for compliance and administrators, who decide whose it is. */
  disputed_by: z.string().nullable(),
  /** Payments of the client that staff have restricted. */
  restricted: z.array(z.enum(restrictableKinds)),
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
    summary: 'One client in full. Logged once per visit.',
    body: z.strictObject(whom),
    response: clientCard,
    refusals: ['http.not_found'],
    rateLimit: { hits: 300, windowS: 600, by: 'person' },
  },
  'staff.client_accounts': {
    route: 'POST /api/staff/clients/accounts',
    guard: 'staff',
    summary:
      'A client’s trading accounts with the platform’s figures, or the last known ones while an external platform doesn’t answer.',
    body: z.strictObject(whom),
    response: z.array(
      tradingAccount.pick({
        trading_account_id: true,
        former_number: true,
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
    summary: 'A client’s shares in each offering, with cost and value.',
    body: z.strictObject(whom),
    response: z.array(
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
    summary: 'Staff who can manage clients, with the number of clients each of them has.',
    body: nothing,
    response: z.array(z.object({ id: uuid, name: z.string(), clients: z.number().int() })),
  },
  'staff.set_manager': {
    route: 'POST /api/staff/clients/manager',
    guard: ['admin'],
    summary:
      'Give a client a personal manager, another one, or none. All of them are notified. A manager who leaves the team or is suspended loses their clients.',
    body: z.strictObject({ ...whom, manager_id: uuid.nullable(), reason }),
    response: done,
    refusals: ['http.not_found', 'staff.managed_is_staff', 'staff.closed', 'staff.no_manager', 'staff.same_manager'],
  },
  'staff.add_note': {
    route: 'POST /api/staff/clients/note',
    guard: 'staff',
    summary: 'Add a note on a client, visible to staff only. Notes can’t be changed or deleted.',
    body: z.strictObject({ ...whom, text: noteText }),
    response: clientNote,
    refusals: ['http.not_found'],
    rateLimit: { hits: 100, windowS: 600, by: 'person' },
  },
  'staff.add_tag': {
    route: 'POST /api/staff/clients/tag',
    guard: 'staff',
    summary: 'Add a tag to a client. A tag that the client already has stays.',
    body: z.strictObject({ ...whom, tag }),
    response: z.array(z.string()),
    refusals: ['http.not_found', 'staff.tags_full'],
    rateLimit: { hits: 100, windowS: 600, by: 'person' },
  },
  'staff.remove_tag': {
    route: 'POST /api/staff/clients/tag/remove',
    guard: 'staff',
    summary: 'Remove a tag from a client.',
    body: z.strictObject({ ...whom, tag }),
    response: z.array(z.string()),
    refusals: ['http.not_found'],
  },
  'staff.start_impersonation': {
    route: 'POST /api/staff/clients/impersonate',
    guard: keepers,
    summary:
      'View a client’s screens, read-only, for 15 minutes and in this session, one client at a time. Logged with the reason; the client is notified. Not for staff.',
    body: z.strictObject({ ...whom, reason, ...proof }),
    response: z.object({ ends_at: instant }),
    refusals: [
      'http.not_found',
      'staff.own_profile',
      'staff.impersonation_of_staff',
      ...proofRefusals,
      'staff.impersonating',
    ],
    rateLimit: { hits: 30, windowS: 600, by: 'person' },
  },
  'staff.end_impersonation': {
    route: 'POST /api/staff/impersonation/end',
    guard: 'staff',
    underImpersonation: 'staff',
    summary: 'Stop viewing as a client. The answer is the same if no client is being viewed.',
    body: nothing,
    response: done,
  },
  'staff.block': {
    route: 'POST /api/staff/clients/block',
    guard: guardians,
    summary:
      'Suspend a person. Their sessions end, and they can’t sign in until staff reinstate them. Not for oneself; for staff only by an administrator.',
    body: z.strictObject({
      ...whom,
      /** The client reads it. */
      reason: reasonCode,
      /** For staff only. */
      note: writtenText.pipe(z.string().max(300)).optional(),
    }),
    response: done,
    refusals: ['http.not_found', 'staff.own_profile', 'staff.is_staff', 'reasons.not_open', 'staff.blocked'],
  },
  'staff.unblock': {
    route: 'POST /api/staff/clients/unblock',
    guard: guardians,
    summary: 'Reinstate a suspended person.',
    body: z.strictObject({ ...whom, reason }),
    response: done,
    refusals: ['http.not_found', 'staff.own_profile', 'staff.is_staff', 'staff.closed', 'staff.not_blocked'],
  },
} as const satisfies Endpoints;
