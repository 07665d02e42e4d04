import { z } from 'zod';
import { signInShape, signedIn } from './endpoints.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { done, flag, instant, nothing, secretToken, uuid, writtenLine } from '#contract/kernel/fields.ts';
import { passkeyResponse, proof, proofRefusals, recoveryCodes, base64url } from './proof.ts';

const passkeyName = writtenLine.pipe(z.string().min(1, 'validation.required').max(60));

const device = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

const attempt = {
  /** Goes with the answer of the device; works once and for five minutes. */
  attempt: z.string(),
  expires_at: instant,
};

/** The input of `navigator.credentials.get`, in JSON. */
const assertionOptions = z.object({
  ...attempt,
  options: z.object({
    challenge: z.string(),
    timeout: z.number().int(),
    rpId: z.string(),
    userVerification: z.literal('required'),
    /** Empty: whichever passkey of this site the device has. */
    allowCredentials: z.array(device),
  }),
});
export type AssertionOptions = z.output<typeof assertionOptions>;

/** The input of `navigator.credentials.create`, in JSON. */
const creationOptions = z.object({
  ...attempt,
  options: z.object({
    challenge: z.string(),
    timeout: z.number().int(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
    excludeCredentials: z.array(device),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  }),
});
export type CreationOptions = z.output<typeof creationOptions>;

/** What the device answers to `navigator.credentials.create`, in JSON. */
const madePasskey = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(40_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

const tries = { hits: 60, windowS: 600, by: 'person' } as const;

export const passkeysEndpoints = {
  'auth.start_passkey_sign_in': {
    route: 'POST /api/login/passkey',
    guard: 'anyone',
    summary:
      'Request a passkey from a device. The answer is the same for everyone; after a password, with its ' +
      'challenge, it names that client’s passkeys.',
    body: z.strictObject({ challenge: secretToken.optional() }),
    response: assertionOptions,
    refusals: ['auth.passkeys_off', 'auth.challenge_over', 'auth.passkey_none'],
    rateLimit: { hits: 120, windowS: 600, by: 'address' },
  },
  'auth.sign_in_by_passkey': {
    route: 'POST /api/login/passkey/verify',
    guard: 'anyone',
    summary: 'Sign in with a passkey alone. The device has verified its owner, so no other factor is required.',
    body: z.strictObject({
      attempt: secretToken,
      passkey: passkeyResponse,
      remember: flag.optional(),
      ...signInShape,
    }),
    response: signedIn,
    refusals: [
      'auth.passkeys_off',
      'auth.passkey_over',
      'auth.locked',
      'auth.passkey',
      'auth.challenge_over',
      'auth.under_review',
      'auth.frozen',
      'auth.other_site',
      'auth.sso_required',
    ],
    rateLimit: { hits: 60, windowS: 600, by: 'address' },
  },
  'auth.passkeys': {
    route: 'POST /api/settings/passkeys',
    guard: 'signed_in',
    underImpersonation: 'client',
    beforeSecondFactor: true,
    summary: 'The client’s passkeys, newest first.',
    body: nothing,
    response: z.object({
      /** The only address at which passkeys work; null when browsers permit none here. */
      origin: z.string().nullable(),
      max: z.number().int(),
      passkeys: z.array(
        z.object({
          id: uuid,
          name: z.string(),
          /** Kept in a store that other devices share. */
          synced: z.boolean(),
          /** False since the profile was frozen. */
          works: z.boolean(),
          created_at: instant,
          used_at: instant.nullable(),
        }),
      ),
    }),
  },
  'auth.start_passkey': {
    route: 'POST /api/settings/passkeys/start',
    guard: 'signed_in',
    beforeSecondFactor: true,
    summary: 'Start creating a passkey on a device.',
    body: z.strictObject(proof),
    response: creationOptions,
    refusals: ['auth.passkeys_off', 'auth.passkey_limit', ...proofRefusals],
    rateLimit: tries,
  },
  'auth.add_passkey': {
    route: 'POST /api/settings/passkeys/add',
    guard: 'signed_in',
    audited: true,
    beforeSecondFactor: true,
    summary:
      'Save the passkey that a device has created. The password alone is then no longer enough. If there are ' +
      'no recovery codes yet, the answer shows them this once; other sessions end.',
    body: z.strictObject({ attempt: secretToken, name: passkeyName, passkey: madePasskey }),
    response: recoveryCodes,
    refusals: ['auth.passkeys_off', 'auth.passkey_over', 'auth.passkey', 'auth.passkey_limit', 'auth.passkey_taken'],
    rateLimit: tries,
  },
  'auth.rename_passkey': {
    route: 'POST /api/settings/passkeys/rename',
    guard: 'signed_in',
    audited: true,
    summary: 'Rename a passkey.',
    body: z.strictObject({ passkey_id: uuid, name: passkeyName }),
    response: done,
    refusals: ['auth.passkey_unknown'],
    rateLimit: tries,
  },
  'auth.remove_passkey': {
    route: 'POST /api/settings/passkeys/remove',
    guard: 'signed_in',
    audited: true,
    summary: 'Remove a passkey. Other sessions end.',
    body: z.strictObject({ passkey_id: uuid, ...proof }),
    response: done,
    refusals: ['auth.passkey_unknown', 'auth.second_factor_required', ...proofRefusals],
    rateLimit: tries,
  },
  'auth.start_proof': {
    route: 'POST /api/settings/passkeys/start-proof',
    guard: 'signed_in',
    beforeSecondFactor: true,
    summary:
      'Request one of the caller’s passkeys from a device, to use in place of password and code where those ' +
      'are required.',
    body: nothing,
    response: assertionOptions,
    refusals: ['auth.passkeys_off', 'auth.passkey_none'],
    rateLimit: tries,
  },
} as const satisfies Endpoints;
