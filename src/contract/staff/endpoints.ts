import { z } from 'zod';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import {
  day,
  daysInOrder,
  done,
  fileOfList,
  instant,
  nothing,
  uuid,
  writtenLine,
  writtenText,
} from '#contract/kernel/fields.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';
import { clientStates, securityKinds, staffRoles } from './names.ts';

/** Who may read the audit log. */
const auditors: readonly Role[] = ['compliance', 'admin'];

const person = z.object({ id: uuid, name: z.string() });

const auditFilter = {
  /** Part of the name or the email of whom it concerns. */
  client: writtenLine.pipe(z.string().max(80)).optional(),
  client_id: uuid.optional(),
  actor_id: uuid.optional(),
  action: writtenLine.pipe(z.string().max(80)).optional(),
  from: day.optional(),
  to: day.optional(),
  /** Words in the details of the action, or in its name in the reader’s language. */
  search: writtenLine.pipe(z.string().max(80)).optional(),
};

const auditEntry = z.object({
  id: uuid,
  /** Its number in the hash chain; null until it is chained. */
  seq: z.string().nullable(),
  at: instant,
  action: z.string(),
  /** The actor. */
  actor: person.nullable(),
  /** The person concerned. */
  client: person.nullable(),
  /** Each detail; one that changed comes with its old value. */
  details: z.array(
    z.object({
      name: z.string(),
      old: z.string().nullable(),
      value: z.string(),
      /** The name of what the value refers to: a reason, an offering, a client. */
      text: z.string().nullable(),
    }),
  ),
});
export type AuditRow = z.output<typeof auditEntry>;

const securityFilter = {
  kind: z.enum(securityKinds, 'validation.choice').optional(),
  /** Part of the name or the email of whom it concerns. */
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
  /** What the person was shown, in the reader's language; null where that named what is not stored. */
  message: z.string().nullable(),
  /** The name of the call. */
  endpoint: z.string(),
  client: person.nullable(),
  /** Null for calls from more places at once than are stored one by one. */
  address: z.string().nullable(),
  device: z.string().nullable(),
  times: z.number().int(),
});
export type SecurityRow = z.output<typeof securityEntry>;

const teamMember = z.object({
  id: uuid,
  full_name: z.string(),
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
    readsReplica: true,
    guard: ['admin'],
    summary: 'Everyone with a role besides that of a client.',
    body: nothing,
    response: z.array(teamMember),
  },
  'staff.team_file': {
    route: 'GET /api/staff/team/file',
    readsReplica: true,
    guard: ['admin'],
    summary: 'The same as CSV. Logged.',
    ...fileOfList,
  },
  'staff.set_roles': {
    route: 'POST /api/staff/team/roles',
    guard: ['admin'],
    summary:
      'Request that a person has exactly these roles, with a proof. Compliance or another administrator confirms it; the person is then signed out and emailed. Not for oneself.',
    body: z.strictObject({
      client_id: uuid,
      roles: z
        .array(z.enum(staffRoles, 'validation.choice'))
        .max(staffRoles.length)
        .transform((list) => staffRoles.filter((role) => list.includes(role))),
      reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)),
      ...proof,
    }),
    response: done,
    refusals: [
      ...proofRefusals,
      'http.not_found',
      'staff.own_roles',
      'http.forbidden',
      'staff.same_roles',
      'staff.no_approver',
      'approvals.request_open',
    ],
  },
  'staff.audit': {
    route: 'POST /api/staff/audit',
    readsReplica: true,
    guard: auditors,
    summary: 'Staff actions, newest first, 50 at a time. Logged once per visit.',
    body: z.strictObject({ ...auditFilter, cursor: uuid.optional() }).refine(...daysInOrder),
    response: z.object({
      entries: z.array(auditEntry),
      /** The options of the filters; only on the first page. */
      choices: z.object({ actors: z.array(person), actions: z.array(z.string()) }).nullable(),
      next_cursor: uuid.nullable(),
    }),
    rateLimit: { hits: 300, windowS: 600, by: 'person' },
  },
  'staff.audit_file': {
    route: 'GET /api/staff/audit/file',
    readsReplica: true,
    guard: auditors,
    summary: 'The same as CSV, the latest 10,000 entries at most. Logged.',
    query: z.strictObject(auditFilter).refine(...daysInOrder),
    ...fileOfList,
  },
  'staff.security_log': {
    route: 'POST /api/staff/security',
    readsReplica: true,
    guard: auditors,
    summary:
      'Failed sign-ins and identity proofs, lock-outs and refused calls, minute by minute, newest first, 50 at ' +
      'a time. Logged once per visit.',
    body: z.strictObject({ ...securityFilter, cursor: uuid.optional() }).refine(...daysInOrder),
    response: z.object({ entries: z.array(securityEntry), next_cursor: uuid.nullable() }),
    rateLimit: { hits: 300, windowS: 600, by: 'person' },
  },
  'staff.security_file': {
    route: 'GET /api/staff/security/file',
    readsReplica: true,
    guard: auditors,
    summary: 'The same as CSV, the latest 10,000 entries at most. Logged.',
    query: z.strictObject(securityFilter).refine(...daysInOrder),
    ...fileOfList,
  },
  'staff.audit_chain': {
    route: 'POST /api/staff/audit/chain',
    guard: auditors,
    summary:
      'Verify the audit log’s hash chain from its first entry to its last, and name the first row that breaks it.',
    body: nothing,
    response: z.object({
      /** The last link of the hash chain; null before the first. */
      head: z.object({ seq: z.string(), hash: z.string(), chained_at: instant }).nullable(),
      /** Recent entries that are not chained yet. */
      waiting: z.number().int(),
      breach: z.object({ row: z.string(), why: z.string() }).nullable(),
      checked_at: instant,
    }),
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
} as const satisfies Endpoints;
