import { z } from 'zod';
import type { Endpoints, Role } from './endpoint.ts';
import { day, daysInOrder, done, fileOfList, instant, nothing, uuid, writtenLine, writtenText } from './fields.ts';
import { proof, proofRefusals } from './proof.ts';
import { clientStates, securityKinds, staffRoles } from './staff-names.ts';

/** Who may read what everybody did. */
const auditors: readonly Role[] = ['compliance', 'admin'];

const person = z.object({ id: uuid, name: z.string() });

const auditFilter = {
  /** Part of the name or the e-mail of whom it concerns. */
  client: writtenLine.pipe(z.string().max(80)).optional(),
  client_id: uuid.optional(),
  actor_id: uuid.optional(),
  act: writtenLine.pipe(z.string().max(80)).optional(),
  from: day.optional(),
  to: day.optional(),
  /** Words in what is noted of the act, or in what it is called in the reader’s language. */
  search: writtenLine.pipe(z.string().max(80)).optional(),
};

const auditEntry = z.object({
  id: uuid,
  at: instant,
  act: z.string(),
  /** Who did it. */
  actor: person.nullable(),
  /** Whom it concerns. */
  client: person.nullable(),
  /** Each thing noted; one that changed stands with its old value. */
  details: z.array(
    z.object({
      name: z.string(),
      old: z.string().nullable(),
      value: z.string(),
      /** What the value is called, of one that stands for something else: a reason, an offering, a client. */
      said: z.string().nullable(),
    }),
  ),
});
export type AuditRow = z.output<typeof auditEntry>;

const securityFilter = {
  kind: z.enum(securityKinds, 'validation.choice').optional(),
  /** Part of the name or the e-mail of whom it concerns. */
  client: writtenLine.pipe(z.string().max(80)).optional(),
  /** The beginning of it. */
  address: writtenLine.pipe(z.string().max(45)).optional(),
  from: day.optional(),
  to: day.optional(),
};

const securityEntry = z.object({
  id: uuid,
  /** The last time within that minute. */
  at: instant,
  kind: z.enum(securityKinds),
  code: z.string(),
  /** The name of the call. */
  endpoint: z.string(),
  client: person.nullable(),
  /** Null for what came from more places at once than are kept one by one. */
  address: z.string().nullable(),
  device: z.string().nullable(),
  times: z.number().int(),
});
export type SecurityRow = z.output<typeof securityEntry>;

const teamMember = z.object({
  id: uuid,
  first_name: z.string(),
  second_name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(staffRoles)),
  second_factor: z.boolean(),
  state: z.enum(clientStates),
  last_sign_in_at: instant.nullable(),
});
export type TeamMember = z.output<typeof teamMember>;

export const staffEndpoints = {
  'staff.team': {
    route: 'POST /api/staff/team',
    guard: ['admin'],
    summary: 'Everybody who has a role besides that of a client.',
    body: nothing,
    answer: z.array(teamMember),
  },
  'staff.team_file': {
    route: 'GET /api/staff/team/file',
    guard: ['admin'],
    summary: 'The same as CSV. It is written down.',
    ...fileOfList,
  },
  'staff.set_roles': {
    route: 'POST /api/staff/team/roles',
    guard: ['admin'],
    summary:
      'Propose to give somebody these roles and to take the others, with a proof that it is oneself. Compliance or another administrator confirms it; the person is then signed out everywhere and told by email. Nobody changes their own roles, so there is always an administrator.',
    body: z.strictObject({
      client_id: uuid,
      roles: z
        .array(z.enum(staffRoles, 'validation.choice'))
        .max(staffRoles.length)
        .transform((list) => staffRoles.filter((role) => list.includes(role))),
      reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)),
      ...proof,
    }),
    answer: done,
    refusals: [
      ...proofRefusals,
      'http.not_found',
      'staff.own_roles',
      'http.forbidden',
      'staff.same_roles',
      'staff.no_second',
      'proposals.open',
    ],
  },
  'staff.audit': {
    route: 'POST /api/staff/audit',
    guard: auditors,
    summary: 'What staff did, the latest first, 50 at a time. Who looks is written down, once for one look.',
    body: z.strictObject({ ...auditFilter, cursor: uuid.optional() }).refine(...daysInOrder),
    answer: z.object({
      entries: z.array(auditEntry),
      /** What can be chosen from; only on the first page. */
      choices: z.object({ actors: z.array(person), acts: z.array(z.string()) }).nullable(),
      next_cursor: uuid.nullable(),
    }),
    rateLimit: { hits: 300, windowS: 600, by: 'person' },
  },
  'staff.audit_file': {
    route: 'GET /api/staff/audit/file',
    guard: auditors,
    summary: 'The same as CSV, the latest 10 000 entries at most. It is written down.',
    query: z.strictObject(auditFilter).refine(...daysInOrder),
    ...fileOfList,
  },
  'staff.security_log': {
    route: 'POST /api/staff/security',
    guard: auditors,
    summary:
      'Failed sign-ins and proofs, lock-outs and refused calls, minute by minute, the latest first, 50 at a time. Who looks is written down, once for one look.',
    body: z.strictObject({ ...securityFilter, cursor: uuid.optional() }).refine(...daysInOrder),
    answer: z.object({ entries: z.array(securityEntry), next_cursor: uuid.nullable() }),
    rateLimit: { hits: 300, windowS: 600, by: 'person' },
  },
  'staff.security_file': {
    route: 'GET /api/staff/security/file',
    guard: auditors,
    summary: 'The same as CSV, the latest 10 000 entries at most. It is written down.',
    query: z.strictObject(securityFilter).refine(...daysInOrder),
    ...fileOfList,
  },
  'staff.audit_chain': {
    route: 'POST /api/staff/audit/chain',
    guard: auditors,
    summary: 'Follow the chain of seals from its first to its last, and name the first row that breaks it.',
    body: nothing,
    answer: z.object({
      /** The last seal; null while there is none. */
      head: z.object({ seq: z.string(), hash: z.string(), sealed_at: instant }).nullable(),
      /** Entries so young that their seal is still to come. */
      waiting: z.number().int(),
      breach: z.object({ row: z.string(), why: z.string() }).nullable(),
      checked_at: instant,
    }),
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
} as const satisfies Endpoints;
