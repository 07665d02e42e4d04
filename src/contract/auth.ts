import { z } from 'zod';
import { numberStyles, themes } from './constants.ts';
import type { Endpoints } from './endpoint.ts';
import { roles } from './endpoint.ts';
import {
  country,
  done,
  email,
  existingPassword,
  flag,
  instant,
  language,
  newPassword,
  nothing,
  personName,
  phone,
  secretToken,
  uuid,
} from './fields.ts';
import { seenVersions } from './legal.ts';
import { proof, proofRefusals } from './proof.ts';

/** What the browser tells of itself; merged into the calls that begin a session. */
export const fingerprintShape = {
  visitorId: z.string().max(64).optional(),
  timezone: z.string().max(64).optional(),
  platform: z.string().max(64).optional(),
  userAgent: z.string().max(512).optional(),
};

/** What goes with the calls that begin a session of Atrium itself. */
export const signInShape = {
  ...fingerprintShape,
  /** Public key of the browser that renews the session: an uncompressed point of P-256, in base64url. */
  session_key: z
    .string()
    .regex(/^B[\w-]{86}$/, 'validation.type')
    .optional(),
};

/** The signed-in person as the screens know him. */
export const user = z.object({
  id: uuid,
  first_name: z.string(),
  second_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  country: z.string(),
  language,
  role: z.enum(roles),
  roles: z.array(z.enum(roles)),
  status: z.literal('active'),
  email_verified: z.boolean(),
  responsible_email: z.string().nullable(),
  responsible_stagename: z.string().nullable(),
  /** How many he may have at once. */
  trading_account_limit: z.number().int(),
  created_at: instant,
  last_sign_in: z.object({ at: instant, device: z.string().nullable() }).nullable(),
  /** One of the staff who has to set up a second factor before anything else. */
  second_factor_due: z.boolean(),
  number_style: z.enum(numberStyles),
  /** Null until he has chosen one. */
  theme: z.enum(themes).nullable(),
  /** When the account is closed, as the client wishes; null when he does not. */
  closes_at: instant.nullable(),
  /** Whether legal documents wait to be accepted: until then he brings in no money and trades nothing. */
  owes_consent: z.boolean(),
  /** Not himself, but somebody of the staff who sees what he would see; who, and why, he reads among his activity. */
  watch: z.object({ id: uuid, reason: z.string(), seconds_left: z.number().int() }).nullable(),
});
export type User = z.output<typeof user>;

export const signedIn = z.object({ token: z.string(), user });

/** Proofs that may be asked for after the password; `mail` is a code that was mailed, alone, and comes last. */
const challengeMethods = ['passkey', 'totp', 'recovery', 'mail'] as const;

/** The password was right; one of the methods is to follow, with the challenge. */
export const challenged = z.object({
  challenge: z.string(),
  methods: z.array(z.enum(challengeMethods)),
  expires_at: instant,
});
export type Challenged = z.output<typeof challenged>;

/** A profile is opened once its address is confirmed, by the link in the mail. */
const confirmationSent = z.object({ status: z.literal('confirmation_sent') });

/** What is asked of whoever gets a profile. */
export const newPerson = {
  first_name: personName,
  second_name: personName,
  email,
  password: newPassword,
  password_confirmation: z.string().max(128),
  country,
};

/** What may be wrong with it, beyond its shape. */
export const newPersonRefusals = [
  'auth.terms',
  'auth.password_confirmation',
  'auth.password_length',
  'auth.password_variety',
  'auth.password_personal',
  'auth.password_known',
  'auth.country',
] as const;

/** A link that signs a client in once. */
export const signInLink = z.object({ link: z.url(), expires_at: instant });
export const signInLinkRefusals = ['auth.autologin_staff', 'auth.autologin_state'] as const;

export const authEndpoints = {
  'auth.register': {
    route: 'POST /api/register',
    guard: 'guest',
    summary:
      'Open a client profile and sign in at once, or, where the house has addresses confirmed first, learn that a mail was sent. Then the answer is the same for every address: the mail has a link to confirm, or says that there is a profile already.',
    body: z.strictObject({
      ...newPerson,
      phone: phone.optional(),
      language: language.optional(),
      terms: flag,
      /** Versions that were shown with it, all that count: others are refused, so that nobody accepts what he has not seen. */
      documents: seenVersions.optional(),
      ...signInShape,
    }),
    answer: z.union([signedIn, confirmationSent]),
    refusals: [...newPersonRefusals, 'validation.phone', 'legal.changed', 'auth.email_taken'],
    rateLimit: { hits: 20, windowS: 3600, by: 'address' },
  },
  'auth.login': {
    route: 'POST /api/login',
    guard: 'anyone',
    summary: 'Sign in with e-mail and password, or learn which second factor is to follow.',
    body: z.strictObject({ email, password: existingPassword, remember: flag.optional(), ...signInShape }),
    answer: z.union([signedIn, challenged]),
    refusals: ['auth.locked', 'auth.credentials', 'auth.frozen', 'auth.under_review', 'http.too_many'],
  },
  'auth.renew_session': {
    route: 'POST /api/session/renew',
    guard: 'anyone',
    underWatch: 'staff',
    beforeSecondFactor: true,
    summary:
      'Renew the cookie of a session that registered a key. The challenge came with the refusal `auth.renewal_due`, which any call may have; the signature is ECDSA with SHA-256 (r and s, in base64url) over `atrium session renewal 1 ` and the challenge.',
    body: z.strictObject({
      challenge: z.string().max(200),
      signature: z.string().regex(/^[\w-]{86}$/, 'validation.type'),
    }),
    answer: done,
    refusals: ['http.unauthenticated', 'auth.renewal_stale'],
  },
  'auth.logout': {
    route: 'POST /api/logout',
    guard: 'anyone',
    underWatch: 'staff',
    beforeSecondFactor: true,
    summary: 'End the session. Answers alike when there was none.',
    body: nothing,
    answer: done,
  },
  'auth.client_info': {
    route: 'POST /api/client-info',
    guard: 'anyone',
    underWatch: 'tells',
    beforeSecondFactor: true,
    beforeOpening: 'also',
    summary: 'The signed-in person, or `{"status":"failed"}`.',
    body: nothing,
    answer: z.union([user, z.object({ status: z.literal('failed') })]),
  },
  'auth.verify_email': {
    route: 'POST /api/email/verify',
    guard: 'anyone',
    summary:
      'Confirm an e-mail address with the token that was mailed to it. Succeeds as well when it is confirmed already.',
    body: z.strictObject({ token: secretToken }),
    answer: done,
    refusals: ['auth.token_unknown', 'auth.token_used', 'auth.token_expired'],
    rateLimit: { hits: 30, windowS: 600, by: 'address' },
  },
  'auth.resend_verification': {
    route: 'POST /api/email/resend',
    guard: 'anyone',
    summary: 'Mail the verification link again. A signed-in person needs no e-mail; answers alike for every address.',
    body: z.strictObject({ email: email.optional() }),
    answer: done,
    rateLimit: { hits: 5, windowS: 600, by: 'address' },
  },
  'auth.ask_password_reset': {
    route: 'POST /api/password/email',
    guard: 'anyone',
    summary: 'Mail a link that sets a new password. Answers alike for every address.',
    body: z.strictObject({ email }),
    answer: done,
    rateLimit: { hits: 5, windowS: 600, by: 'address' },
  },
  'auth.check_restore_code': {
    route: 'POST /api/restore-code',
    guard: 'anyone',
    summary: 'Whether a reset link still works, without using it up.',
    body: z.strictObject({ token: secretToken }),
    answer: done,
    refusals: ['auth.token_unknown', 'auth.token_used', 'auth.token_expired'],
    rateLimit: { hits: 30, windowS: 600, by: 'address' },
  },
  'auth.reset_password': {
    route: 'POST /api/password/reset',
    guard: 'anyone',
    audited: true,
    summary: 'Set a new password with a mailed token. Ends every session of the client.',
    body: z.strictObject({ token: secretToken, password: newPassword, password_confirmation: z.string().max(128) }),
    answer: done,
    refusals: [
      'auth.token_unknown',
      'auth.token_used',
      'auth.token_expired',
      'auth.password_confirmation',
      'auth.password_length',
      'auth.password_variety',
      'auth.password_personal',
      'auth.password_known',
    ],
    rateLimit: { hits: 30, windowS: 600, by: 'address' },
  },
  'auth.autologin': {
    route: 'GET /api/autologin/:token',
    guard: 'anyone',
    summary:
      'Sign in with a one-time link, or learn which second factor is to follow. In a browser only a script of the own pages may call it, never a link or a page loaded ahead.',
    params: z.strictObject({ token: secretToken }),
    query: z.strictObject(signInShape),
    answer: z.union([signedIn, challenged]),
    refusals: ['auth.token_unknown', 'auth.token_used', 'auth.token_expired', 'auth.frozen', 'auth.under_review'],
    rateLimit: { hits: 30, windowS: 600, by: 'address' },
  },
  'auth.autologin_post': {
    route: 'POST /api/autologin',
    guard: 'anyone',
    summary: 'The same, with the token in the body.',
    body: z.strictObject({ token: secretToken, ...signInShape }),
    answer: z.union([signedIn, challenged]),
    refusals: ['auth.token_unknown', 'auth.token_used', 'auth.token_expired', 'auth.frozen', 'auth.under_review'],
    rateLimit: { hits: 30, windowS: 600, by: 'address' },
  },
  'auth.issue_autologin': {
    route: 'POST /api/staff/autologin',
    guard: ['admin'],
    summary:
      'Issue a one-time sign-in link for a client (10 minutes), after a proof that it is oneself. Recorded in the audit log; the client sees it.',
    body: z.strictObject({ client_id: uuid, reason: z.string().trim().min(5).max(200), ...proof }),
    answer: signInLink,
    refusals: [...proofRefusals, 'auth.client_unknown', ...signInLinkRefusals],
    rateLimit: { hits: 30, windowS: 600, by: 'person' },
  },
  'auth.fingerprint': {
    route: 'POST /api/fingerprint',
    guard: 'client',
    beforeSecondFactor: true,
    summary: 'Record which device began a session.',
    body: z.strictObject({
      ...fingerprintShape,
      visitorId: z.string().min(1).max(64),
      type: z.enum(['login', 'register', 'trading_account_autologin', 'autologin']),
    }),
    answer: z.object({ status: z.literal('stored'), known: z.boolean() }),
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'auth.change_password': {
    route: 'POST /api/settings/password',
    guard: 'client',
    audited: true,
    summary: 'Change the password. Ends every other session.',
    body: z.strictObject({
      current_password: existingPassword,
      password: newPassword,
      password_confirmation: z.string().max(128),
    }),
    answer: done,
    refusals: [
      'auth.locked',
      'auth.current_password',
      'auth.password_confirmation',
      'auth.password_length',
      'auth.password_variety',
      'auth.password_personal',
      'auth.password_known',
    ],
    rateLimit: { hits: 10, windowS: 600, by: 'person' },
  },
  'auth.sessions': {
    route: 'POST /api/settings/sessions',
    guard: 'client',
    underWatch: 'client',
    beforeSecondFactor: true,
    summary: 'The sessions that are open, the latest used first.',
    body: nothing,
    answer: z.array(
      z.object({
        id: uuid,
        device: z.string().nullable(),
        address: z.string().nullable(),
        current: z.boolean(),
        remembered: z.boolean(),
        issued_by_staff: z.boolean(),
        created_at: instant,
        last_seen_at: instant,
      }),
    ),
  },
  'auth.prove': {
    route: 'POST /api/session/prove',
    guard: 'client',
    summary:
      'Prove to be oneself in this session, for calls that answered `auth.proof_due`; they may be made again then.',
    body: z.strictObject(proof),
    answer: done,
    refusals: proofRefusals,
  },
  'auth.revoke_session': {
    route: 'POST /api/settings/sessions/revoke',
    guard: 'client',
    beforeSecondFactor: true,
    summary: 'End one session, or with no id all but this one, after a proof that it is oneself.',
    body: z.strictObject({ session_id: uuid.optional(), ...proof }),
    answer: z.object({ revoked: z.number().int() }),
    refusals: [...proofRefusals, 'auth.session_unknown'],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
} as const satisfies Endpoints;
