import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import {
  day,
  done,
  fileOfList,
  instant,
  nothing,
  uuid,
  wholeNumber,
  writtenLine,
  writtenText,
} from '#contract/kernel/fields.ts';
import {
  addressesPerKey,
  callsPerMinute,
  keyOverlaps,
  maxKeys,
  keyStates,
  scopeOfTwo,
  scopes,
  widestNetwork,
} from './names.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';

/** An address, or a network such as `203.0.113.0/24`. */
const network = z
  .string()
  .trim()
  .pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'operator.network'));

/** Mapped IPv4 and NAT64: of these IPv6 networks the last 32 bits are an IPv4 address. */
const carriers = /^(?:(?:0{0,4}:){2}|0{0,2}64:ff9b:)/i;
const carriedBits = 96;

/** Whether a network is so wide that naming it is little better than naming none. */
function isTooWide(text: string): boolean {
  const [address = '', prefix] = text.split('/');
  if (prefix === undefined) return false;
  if (!address.includes(':')) return Number(prefix) < widestNetwork.ipv4;
  return Number(prefix) < (carriers.test(address) ? carriedBits + widestNetwork.ipv4 : widestNetwork.ipv6);
}

/** A program may send the scopes in any order, and one twice. */
const chosenScopes = z
  .array(z.enum(scopes, 'validation.choice'))
  .min(1, 'operator.scopes')
  .max(scopes.length)
  .transform((list) => scopes.filter((scope) => list.includes(scope)));

const callLimit = wholeNumber(1, callsPerMinute.max);

const key = z.object({
  id: uuid,
  name: z.string(),
  state: z.enum(keyStates),
  scopes: z.array(z.enum(scopes)),
  /** Empty where it may be used from anywhere. */
  addresses: z.array(z.string()),
  calls_per_minute: z.number().int(),
  /** How the secrets begin that open it, the present one first; a second while they overlap. */
  secrets: z.array(z.object({ hint: z.string(), ends_at: instant.nullable() })),
  /** The administrator who answers for it, and alone gets new secrets of it. */
  held_by: z.string(),
  is_yours: z.boolean(),
  created_at: instant,
  ends_at: instant.nullable(),
  last_used_at: instant.nullable(),
  last_used_from: z.string().nullable(),
});
export type OperatorKey = z.output<typeof key>;

/** The secret is in this response and nowhere else. */
const withSecret = z.object({ key, secret: z.string() });

export const operatorKeysEndpoints = {
  'operator.keys': {
    route: 'POST /api/staff/operator/keys',
    guard: ['admin'],
    summary: 'The keys with which the operator’s programs call the API, active keys first.',
    body: nothing,
    response: z.array(key),
  },
  'operator.keys_file': {
    route: 'GET /api/staff/operator/keys/file',
    guard: ['admin'],
    summary: 'The same as CSV. Logged.',
    ...fileOfList,
  },
  'operator.create_key': {
    route: 'POST /api/staff/operator/keys/create',
    guard: ['admin'],
    summary:
      `Create a key. At most ${maxKeys} keys can be active. The answer shows its secret only this once. A key ` +
      'that issues sign-in links works only after another administrator has approved it.',
    body: z
      .strictObject({
        name: writtenLine.pipe(z.string().min(1, 'validation.required').max(60)),
        scopes: chosenScopes,
        addresses: z.array(network).max(addressesPerKey).default([]),
        calls_per_minute: callLimit.default(callsPerMinute.usual),
        /** The last day (UTC) on which it works. */
        ends_on: day.nullish(),
        /** For the person who approves a key that issues sign-in links. */
        reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)).optional(),
        ...proof,
      })
      .refine(
        ({ scopes: requestedScopes, addresses }) => !requestedScopes.includes(scopeOfTwo) || addresses.length > 0,
        {
          path: ['addresses'],
          error: 'operator.addresses',
        },
      )
      .refine(
        ({ scopes: requestedScopes, addresses }) => !requestedScopes.includes(scopeOfTwo) || !addresses.some(isTooWide),
        {
          path: ['addresses'],
          error: 'operator.addresses_wide',
        },
      )
      .refine(({ scopes: requestedScopes, reason }) => !requestedScopes.includes(scopeOfTwo) || reason !== undefined, {
        path: ['reason'],
        error: 'validation.required',
      }),
    response: withSecret,
    refusals: [...proofRefusals, 'operator.end_passed', 'operator.keys_full'],
    rateLimit: { hits: 20, windowS: 3600, by: 'person' },
  },
  'operator.rotate_key': {
    route: 'POST /api/staff/operator/keys/rotate',
    guard: ['admin'],
    summary:
      'Give a key a new secret, by its holder. The current one keeps working for the given hours. A key that issues sign-in links keeps its secret: create another key instead.',
    body: z.strictObject({
      key_id: uuid,
      overlap_hours: wholeNumber(0, Math.max(...keyOverlaps)),
      ...proof,
    }),
    response: withSecret,
    refusals: [
      ...proofRefusals,
      'http.not_found',
      'operator.key_ended',
      'operator.key_of_another',
      'operator.key_of_two',
      'operator.key_forged',
    ],
    rateLimit: { hits: 20, windowS: 3600, by: 'person' },
  },
  'operator.take_over_key': {
    route: 'POST /api/staff/operator/keys/take-over',
    guard: ['admin'],
    summary:
      'Become the holder of a key of another administrator, with a new secret. The former secrets end immediately. A key ' +
      'that issues sign-in links works again only after another administrator has approved it.',
    body: z.strictObject({
      key_id: uuid,
      /** For the audit log, and for the person who approves. */
      reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)),
      ...proof,
    }),
    response: withSecret,
    refusals: [
      ...proofRefusals,
      'http.not_found',
      'operator.key_ended',
      'operator.key_yours',
      'operator.key_forged',
      'approvals.request_open',
      'operator.key_of_two',
    ],
    rateLimit: { hits: 20, windowS: 3600, by: 'person' },
  },
  'operator.limit_key': {
    route: 'POST /api/staff/operator/keys/limit',
    guard: ['admin'],
    summary: 'Set how many calls a key may make within a minute. It takes effect with the next call.',
    body: z.strictObject({ key_id: uuid, calls_per_minute: callLimit }),
    response: key,
    refusals: ['http.not_found', 'operator.key_ended'],
  },
  'operator.revoke_key': {
    route: 'POST /api/staff/operator/keys/revoke',
    guard: ['admin'],
    summary: 'Revoke a key immediately and permanently.',
    body: z.strictObject({ key_id: uuid }),
    response: done,
    refusals: ['http.not_found', 'operator.key_ended'],
  },
} as const satisfies Endpoints;
