import { z } from 'zod';
import { numberStyles, themes } from '#contract/kernel/constants.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { roles } from '#contract/kernel/endpoint.ts';
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
} from '#contract/kernel/fields.ts';
import { seenVersions } from '#contract/legal/endpoints.ts';
import { proof, proofRefusals } from './proof.ts';

/** What the browser reports about itself; merged into the calls that start a session. */
export const fingerprintShape = {
  visitorId: z.string().max(64).optional(),
  timezone: z.string().max(64).optional(),
  platform: z.string().max(64).optional(),
  userAgent: z.string().max(512).optional(),
};

/** What goes with the calls that start a session of Atrium itself. */
export const signInShape = {
  ...fingerprintShape,
  /** Public key of the browser that renews the session: an uncompressed point of P-256, in base64url. */
  session_key: z
    .string()
    .regex(/^B[\w-]{86}$/, 'validation.type')
    .optional(),
};

/** The signed-in person as the screens see them. */
export const user = z.object({
  id: uuid,
  first_name: z.string(),
  second_name: z.string(),
  /** In the order of the person's language; for all other names of people as well. */
  full_name: z.string(),
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
  /** The person's maximum; 0 where `may_deal` is false. */
  trading_account_limit: z.number().int(),
  /** False for staff who see offerings and have no permission to deal. */
  may_deal: z.boolean(),
  created_at: instant,
  last_sign_in: z.object({ at: instant, device: z.string().nullable() }).nullable(),
  /** A staff member who has to set up a second factor before anything else. */
  second_factor_due: z.boolean(),
  number_style: z.enum(numberStyles),
  /** Null until the person has chosen one. */
  theme: z.enum(themes).nullable(),
  /** When the account is closed at the client's request; null without a request. */
  closes_at: instant.nullable(),
  /** Whether legal documents are still to be accepted: until then the client cannot deposit or trade. */
  owes_consent: z.boolean(),
  /** Set when a staff member views as this client. The client sees who and why in their activity. */
  impersonation: z.object({ id: uuid, reason: z.string(), seconds_left: z.number().int() }).nullable(),
});
export type User = z.output<typeof user>;

export const signedIn = z.object({ token: z.string(), user });

/** Proofs that may be required after the password; `mail` is an emailed code, alone, and comes last. */
const challengeMethods = ['passkey', 'totp', 'recovery', 'email'] as const;

/** The password was right; one of the methods is to follow, with the challenge. */
export const challenged = z.object({
  challenge: z.string(),
  methods: z.array(z.enum(challengeMethods)),
  expires_at: instant,
});
export type Challenged = z.output<typeof challenged>;

/** A profile is opened once its address is confirmed, by the link in the email. */
const confirmationSent = z.object({ status: z.literal('confirmation_sent') });

/** What a new person has to give. */
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
      'Register a client and sign in. Where an email address has to be confirmed first, every address is ' +
      'answered alike, and emailed a link or a note of its account.',
    body: z.strictObject({
      ...newPerson,
      phone: phone.optional(),
      language: language.optional(),
      terms: flag,
      /**
       * Versions that were shown with it, all that are in force. Others are refused: people accept only what they have
       * seen.
       */
      documents: seenVersions.optional(),
      ...signInShape,
    }),
    response: z.union([signedIn, confirmationSent]),
    refusals: [...newPersonRefusals, 'validation.phone', 'auth.email_taken', 'legal.changed'],
    rateLimit: { hits: 20, windowS: 3600, by: 'address' },
  },
  'auth.login': {
    route: 'POST /api/login',
    guard: 'anyone',
    summary: 'Sign in with email and password. The answer names the second factor if one is required.',
    body: z.strictObject({ email, password: existingPassword, remember: flag.optional(), ...signInShape }),
    response: z.union([signedIn, challenged]),
    refusals: [
      'auth.locked',
      'auth.credentials',
      'auth.under_review',
      'auth.frozen',
      'auth.other_site',
      'auth.sso_required',
      'http.too_many',
    ],
  },
  'auth.renew_session': {
    route: 'POST /api/session/renew',
    guard: 'anyone',
    underImpersonation: 'staff',
    beforeSecondFactor: true,
    summary:
      'Renew the cookie of a session that registered a key. The challenge comes with the refusal ' +
      '`auth.renewal_due`. The signature is ECDSA with SHA-256 (r and s, in base64url) over `atrium session ' +
      'renewal 1 ` and the challenge.',
    body: z.strictObject({
      challenge: z.string().max(200),
      signature: z.string().regex(/^[\w-]{86}$/, 'validation.type'),
    }),
    response: done,
    refusals: ['http.unauthenticated', 'auth.renewal_stale'],
  },
  'auth.logout': {
    route: 'POST /api/logout',
    guard: 'anyone',
    underImpersonation: 'staff',
    beforeSecondFactor: true,
    summary: 'End the session. The answer is the same if there was no session.',
    body: nothing,
    response: done,
  },
  'auth.client_info': {
    route: 'POST /api/client-info',
    guard: 'anyone',
    underImpersonation: 'reports',
    beforeSecondFactor: true,
    beforeOpening: 'also',
    summary: 'The signed-in person, or `{"status":"failed"}`.',
    body: nothing,
    response: z.union([user, z.object({ status: z.literal('failed') })]),
  },
  'auth.verify_email': {
    route: 'POST /api/email/verify',
    guard: 'anyone',
    summary: 'Confirm an email address with the token that was emailed to it. Repeating it succeeds.',
    body: z.strictObject({ token: secretToken }),
    response: done,
    refusals: ['auth.token_unknown', 'auth.token_expired'],
    rateLimit: { hits: 30, windowS: 600, by: 'address' },
  },
  'auth.resend_verification': {
    route: 'POST /api/email/resend',
    guard: 'anyone',
    summary: 'Email the confirmation link again. A signed-in caller names no address. Every address is answered alike.',
    body: z.strictObject({ email: email.optional() }),
    response: done,
    rateLimit: { hits: 5, windowS: 600, by: 'address' },
  },
  'auth.request_password_reset': {
    route: 'POST /api/password/email',
    guard: 'anyone',
    summary: 'Email a link that sets a new password. The answer is the same for every address.',
    body: z.strictObject({ email }),
    response: done,
    rateLimit: { hits: 5, windowS: 600, by: 'address' },
  },
  'auth.check_restore_code': {
    route: 'POST /api/restore-code',
    guard: 'anyone',
    summary: 'Check whether a reset link still works, without using it.',
    body: z.strictObject({ token: secretToken }),
    response: done,
    refusals: ['auth.token_unknown', 'auth.token_used', 'auth.token_expired'],
    rateLimit: { hits: 30, windowS: 600, by: 'address' },
  },
  'auth.reset_password': {
    route: 'POST /api/password/reset',
    guard: 'anyone',
    audited: true,
    summary: 'Set a new password with an emailed token. Ends every session of the client.',
    body: z.strictObject({ token: secretToken, password: newPassword, password_confirmation: z.string().max(128) }),
    response: done,
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
      'Sign in with a one-time link. The answer names the second factor if one is required. In a browser only ' +
      'a script of the site’s own pages can call it, not a link or a preloaded page.',
    params: z.strictObject({ token: secretToken }),
    query: z.strictObject(signInShape),
    response: z.union([signedIn, challenged]),
    refusals: [
      'http.origin',
      'auth.token_unknown',
      'auth.token_used',
      'auth.token_expired',
      'auth.under_review',
      'auth.frozen',
      'auth.other_site',
    ],
    rateLimit: { hits: 30, windowS: 600, by: 'address' },
  },
  'auth.autologin_post': {
    route: 'POST /api/autologin',
    guard: 'anyone',
    summary: 'Sign in with a one-time link whose token is in the body.',
    body: z.strictObject({ token: secretToken, ...signInShape }),
    response: z.union([signedIn, challenged]),
    refusals: [
      'auth.token_unknown',
      'auth.token_used',
      'auth.token_expired',
      'auth.under_review',
      'auth.frozen',
      'auth.other_site',
    ],
    rateLimit: { hits: 30, windowS: 600, by: 'address' },
  },
  'auth.issue_autologin': {
    route: 'POST /api/staff/autologin',
    guard: ['admin'],
    summary:
      'Issue a one-time sign-in link for a client (10 minutes). With proof of identity. Logged, and visible to the client.',
    body: z.strictObject({ client_id: uuid, reason: z.string().trim().min(5).max(200), ...proof }),
    response: signInLink,
    refusals: [...proofRefusals, 'auth.client_unknown', ...signInLinkRefusals],
    rateLimit: { hits: 30, windowS: 600, by: 'person' },
  },
  'auth.fingerprint': {
    route: 'POST /api/fingerprint',
    guard: 'signed_in',
    beforeSecondFactor: true,
    summary: 'Record the device that started a session.',
    body: z.strictObject({
      ...fingerprintShape,
      visitorId: z.string().min(1).max(64),
      type: z.enum(['login', 'register', 'trading_account_autologin', 'autologin']),
    }),
    response: z.object({ status: z.literal('stored'), known: z.boolean() }),
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'auth.change_password': {
    route: 'POST /api/settings/password',
    guard: 'signed_in',
    audited: true,
    summary: 'Change the password. Ends every other session.',
    body: z.strictObject({
      current_password: existingPassword,
      password: newPassword,
      password_confirmation: z.string().max(128),
    }),
    response: done,
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
    guard: 'signed_in',
    underImpersonation: 'client',
    beforeSecondFactor: true,
    summary: 'Open sessions, most recently used first.',
    body: nothing,
    response: z.array(
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
    guard: 'signed_in',
    summary:
      'Prove the caller’s identity in this session, for calls that answered `auth.proof_due`. Those calls can ' +
      'then be repeated.',
    body: z.strictObject(proof),
    response: done,
    refusals: proofRefusals,
  },
  'auth.revoke_session': {
    route: 'POST /api/settings/sessions/revoke',
    guard: 'signed_in',
    beforeSecondFactor: true,
    summary: 'End one session, or, without an id, all sessions except this one. With proof of identity.',
    body: z.strictObject({ session_id: uuid.optional(), ...proof }),
    response: z.object({ revoked: z.number().int() }),
    refusals: [...proofRefusals, 'auth.session_unknown'],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
} as const satisfies Endpoints;
