import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { day, done, fileOfList, instant, nothing, uuid, wholeNumber, writtenLine, writtenText } from './fields.ts';
import {
  addressesPerKey,
  keyOverlaps,
  keysAtMost,
  keyStates,
  scopeOfTwo,
  scopes,
  widestNetwork,
} from './operator-names.ts';
import { proof, proofRefusals } from './proof.ts';

/** An address, or a network such as `203.0.113.0/24`. */
const network = z
  .string()
  .trim()
  .pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'operator.network'));

/** Whether a network is so wide that naming it is little better than naming none. */
function isTooWide(text: string): boolean {
  const [address = '', prefix] = text.split('/');
  return prefix !== undefined && Number(prefix) < (address.includes(':') ? widestNetwork.ipv6 : widestNetwork.ipv4);
}

/** A program may send the scopes in any order, and one twice. */
const chosenScopes = z
  .array(z.enum(scopes, 'validation.choice'))
  .min(1, 'operator.scopes')
  .max(scopes.length)
  .transform((list) => scopes.filter((scope) => list.includes(scope)));

const key = z.object({
  id: uuid,
  name: z.string(),
  state: z.enum(keyStates),
  scopes: z.array(z.enum(scopes)),
  /** Empty where it may be used from anywhere. */
  addresses: z.array(z.string()),
  /** How its secrets begin, the present one first; a second while they overlap. */
  secrets: z.array(z.object({ hint: z.string(), ends_at: instant.nullable() })),
  created_by: z.string(),
  created_at: instant,
  ends_at: instant.nullable(),
  last_used_at: instant.nullable(),
  last_used_from: z.string().nullable(),
});
export type OperatorKey = z.output<typeof key>;

/** The secret is in this answer and nowhere else. */
const withSecret = z.object({ key, secret: z.string() });

export const operatorKeysEndpoints = {
  'operator.keys': {
    route: 'POST /api/staff/operator/keys',
    guard: ['admin'],
    summary: 'The keys by which programs of the operator call, those that open something first.',
    body: nothing,
    answer: z.array(key),
  },
  'operator.keys_file': {
    route: 'GET /api/staff/operator/keys/file',
    guard: ['admin'],
    summary: 'The same as CSV. It is written down.',
    ...fileOfList,
  },
  'operator.create_key': {
    route: 'POST /api/staff/operator/keys/create',
    guard: ['admin'],
    summary: `Make a key, ${keysAtMost} at most that open something. Its secret is told in this answer and never again. One that issues sign-in links opens nothing before another administrator has approved it.`,
    body: z
      .strictObject({
        name: writtenLine.pipe(z.string().min(1, 'validation.required').max(60)),
        scopes: chosenScopes,
        addresses: z.array(network).max(addressesPerKey).default([]),
        /** The last day (UTC) on which it works. */
        ends_on: day.nullish(),
        /** For whoever approves a key that issues sign-in links. */
        reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)).optional(),
        ...proof,
      })
      .refine(({ scopes: asked, addresses }) => !asked.includes(scopeOfTwo) || addresses.length > 0, {
        path: ['addresses'],
        error: 'operator.addresses',
      })
      .refine(({ scopes: asked, addresses }) => !asked.includes(scopeOfTwo) || !addresses.some(isTooWide), {
        path: ['addresses'],
        error: 'operator.addresses_wide',
      })
      .refine(({ scopes: asked, reason }) => !asked.includes(scopeOfTwo) || reason !== undefined, {
        path: ['reason'],
        error: 'validation.required',
      }),
    answer: withSecret,
    refusals: [...proofRefusals, 'operator.end_passed', 'operator.keys_full'],
    rateLimit: { hits: 20, windowS: 3600, by: 'person' },
  },
  'operator.rotate_key': {
    route: 'POST /api/staff/operator/keys/rotate',
    guard: ['admin'],
    summary:
      'Give a key a new secret. The one that it has works on for so many hours; one that was still overlapping ends at once. A key that issues sign-in links keeps its secret: make another key.',
    body: z.strictObject({
      key_id: uuid,
      overlap_hours: wholeNumber(0, Math.max(...keyOverlaps)),
      ...proof,
    }),
    answer: withSecret,
    refusals: [...proofRefusals, 'http.not_found', 'operator.key_ended', 'operator.key_of_two', 'operator.key_forged'],
    rateLimit: { hits: 20, windowS: 3600, by: 'person' },
  },
  'operator.revoke_key': {
    route: 'POST /api/staff/operator/keys/revoke',
    guard: ['admin'],
    summary: 'End a key at once and for good.',
    body: z.strictObject({ key_id: uuid }),
    answer: done,
    refusals: ['http.not_found', 'operator.key_ended'],
  },
} as const satisfies Endpoints;
