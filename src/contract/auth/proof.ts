import { z } from 'zod';
import { existingPassword, secretToken } from '#contract/kernel/fields.ts';

/** Bytes in base64url, in so many characters at most. */
export const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'validation.type')
    .max(max);

/** What a device answers to `navigator.credentials.get`, in JSON. */
export const passkeyResponse = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(8_000),
    userHandle: base64url(100).optional(),
  }),
});
export type PasskeyResponse = z.output<typeof passkeyResponse>;

/** Six digits of the app, or a recovery code; spaces and hyphens are dropped. */
export const code = z
  .string()
  .transform((value) => value.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().min(1, 'validation.required').max(20));

/** What a passkey answers to a challenge. */
export const passkeyProof = z.object({ attempt: secretToken, response: passkeyResponse });

/** The proof to change how a person signs in: the password, and a code where there is a second factor; or a passkey. */
export const proof = {
  current_password: existingPassword.optional(),
  code: code.optional(),
  passkey: passkeyProof.optional(),
};

/** In their order; the last two of a passkey, the others without one. */
export const proofRefusals = [
  'auth.current_password',
  'auth.locked',
  'auth.code',
  'auth.passkey_over',
  'auth.passkey',
] as const;

export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
