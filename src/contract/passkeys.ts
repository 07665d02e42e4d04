import { z } from 'zod';
import { signInShape, signedIn } from './auth.ts';
import type { Endpoints } from './endpoint.ts';
import { done, flag, instant, nothing, secretToken, uuid, writtenLine } from './fields.ts';
import { passkeyAnswer, proof, proofRefusals, recoveryCodes, base64url } from './proof.ts';

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

/** What `navigator.credentials.get` takes, in JSON. */
const askToSign = z.object({
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
export type AskToSign = z.output<typeof askToSign>;

/** What `navigator.credentials.create` takes, in JSON. */
const askToMake = z.object({
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
export type AskToMake = z.output<typeof askToMake>;

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
  'auth.begin_passkey_sign_in': {
    route: 'POST /api/login/passkey',
    guard: 'anyone',
    summary:
      'Ask a device for a passkey. Answers alike for everybody; after a password, with its challenge, names that client’s passkeys.',
    body: z.strictObject({ challenge: secretToken.optional() }),
    answer: askToSign,
    refusals: ['auth.passkeys_off', 'auth.challenge_over', 'auth.passkey_none'],
    rateLimit: { hits: 120, windowS: 600, by: 'address' },
  },
  'auth.sign_in_by_passkey': {
    route: 'POST /api/login/passkey/answer',
    guard: 'anyone',
    summary: 'Sign in with a passkey alone: its device has made sure who is there, so nothing else is asked for.',
    body: z.strictObject({
      attempt: secretToken,
      passkey: passkeyAnswer,
      remember: flag.optional(),
      ...signInShape,
    }),
    answer: signedIn,
    refusals: [
      'auth.passkeys_off',
      'auth.passkey_over',
      'auth.locked',
      'auth.passkey',
      'auth.challenge_over',
      'auth.frozen',
      'auth.under_review',
    ],
    rateLimit: { hits: 60, windowS: 600, by: 'address' },
  },
  'auth.passkeys': {
    route: 'POST /api/settings/passkeys',
    guard: 'client',
    underWatch: 'client',
    beforeSecondFactor: true,
    summary: 'The passkeys of the client, the newest first.',
    body: nothing,
    answer: z.object({
      /** The only address at which passkeys work; null when browsers permit none here. */
      origin: z.string().nullable(),
      most: z.number().int(),
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
  'auth.begin_passkey': {
    route: 'POST /api/settings/passkeys/begin',
    guard: 'client',
    beforeSecondFactor: true,
    summary: 'Ask a device to make a passkey.',
    body: z.strictObject(proof),
    answer: askToMake,
    refusals: ['auth.passkeys_off', 'auth.passkey_limit', ...proofRefusals],
    rateLimit: tries,
  },
  'auth.add_passkey': {
    route: 'POST /api/settings/passkeys/add',
    guard: 'client',
    audited: true,
    beforeSecondFactor: true,
    summary:
      'Keep the passkey that a device has made. From then on the password alone is not enough. Answers with recovery codes, this once, unless there are some; other sessions end.',
    body: z.strictObject({ attempt: secretToken, name: passkeyName, passkey: madePasskey }),
    answer: recoveryCodes,
    refusals: ['auth.passkeys_off', 'auth.passkey_over', 'auth.passkey', 'auth.passkey_limit', 'auth.passkey_taken'],
    rateLimit: tries,
  },
  'auth.rename_passkey': {
    route: 'POST /api/settings/passkeys/rename',
    guard: 'client',
    audited: true,
    summary: 'Give a passkey another name.',
    body: z.strictObject({ passkey_id: uuid, name: passkeyName }),
    answer: done,
    refusals: ['auth.passkey_unknown'],
    rateLimit: tries,
  },
  'auth.remove_passkey': {
    route: 'POST /api/settings/passkeys/remove',
    guard: 'client',
    audited: true,
    summary: 'Remove a passkey. Other sessions end.',
    body: z.strictObject({ passkey_id: uuid, ...proof }),
    answer: done,
    refusals: ['auth.passkey_unknown', 'auth.second_factor_required', ...proofRefusals],
    rateLimit: tries,
  },
  'auth.begin_proof': {
    route: 'POST /api/settings/passkeys/prove',
    guard: 'client',
    beforeSecondFactor: true,
    summary:
      'Ask a device for one of the own passkeys, which stands in for password and code where those are asked for.',
    body: nothing,
    answer: askToSign,
    refusals: ['auth.passkeys_off', 'auth.passkey_none'],
    rateLimit: tries,
  },
} as const satisfies Endpoints;
