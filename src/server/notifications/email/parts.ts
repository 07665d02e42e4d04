import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import { invitationDays } from '#contract/imports/names.ts';
import type { NotificationKind } from '#contract/notifications/kinds.ts';
import { formerEmailOf, issueEmailLink } from '#server/auth/email-change/change-request.ts';
import { issueToken, type TokenPurpose } from '#server/auth/one-time-token.ts';
import { issueSignInCode } from '#server/auth/new-device/emailed-code.ts';
import { issueCode, issueDestinationToken } from '#server/payments/emailed-secrets.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { EmailPart, Recipient, Subject } from './email-part.ts';
import { lastMessage, transcript } from './support-quotes.ts';

/** Undefined when the email is no longer of use. */
type Make = (app: App, to: Recipient, of: Subject) => Promise<EmailPart | undefined>;

const minutes = (ms: number) => ms / 60_000;
const hours = (ms: number) => ms / 3_600_000;
const days = (ms: number) => hours(ms) / 24;

const issue = (app: App, to: Recipient, purpose: TokenPurpose, lifetimeMs: number, keepsOlder = false) =>
  app.db.tx((tx) => issueToken(tx, app, { purpose, clientId: to.id, email: to.email, lifetimeMs, keepsOlder }));

const verification: Make = async (app, to) => {
  if (to.emailVerifiedAt) return undefined;
  const lifetimeMs = tokenLifetimeMs.emailVerification;
  const { token } = await issue(app, to, 'email_verification', lifetimeMs);
  return { path: `/email/verify/${token}`, params: { hours: hours(lifetimeMs) } };
};

const passwordReset: Make = async (app, to) => {
  if (await isDisputed(app, to.id)) return undefined;
  const lifetimeMs = tokenLifetimeMs.passwordReset;
  const { token } = await issue(app, to, 'password_reset', lifetimeMs);
  return { path: `/restore-code/${token}`, params: { minutes: minutes(lifetimeMs) } };
};

const invitation: Make = async (app, to) => {
  // A client who has confirmed the address has set a password already.
  if (to.emailVerifiedAt) return undefined;
  const { token } = await issue(app, to, 'password_reset', invitationDays * 86_400_000);
  return { path: `/restore-code/${token}`, params: { days: invitationDays } };
};

/** Two addresses claim the profile: no email opens it for either. */
const isDisputed = async ({ db }: App, id: string) =>
  (await db.rows(sql`select 1 from person where id = ${id} and email_disputed_at is not null`)).length > 0;

/**
 * The page where the profile is frozen. The links of earlier emails stay valid, because the client may have any of them
 * at hand.
 */
const freezePath = async (app: App, to: Recipient, lifetimeMs: number) =>
  `/freeze/${(await issue(app, to, 'freeze', lifetimeMs, true)).token}`;

const freezeLink: Make = async (app, to) => ({
  path: await freezePath(app, to, tokenLifetimeMs.freeze),
  params: { hours: hours(tokenLifetimeMs.freeze) },
});

/**
 * The same to the former address, at which the client can still freeze the profile. Nothing is sent if no
 * former address is stored: a stranger may read there.
 */
const toFormer: Make = async (app, to, { about }) => {
  const email = await formerEmailOf(app, about ?? '');
  if (email === undefined) return undefined;
  const path = await freezePath(app, { ...to, email }, tokenLifetimeMs.freezeFormer);
  return { path, email, params: { days: days(tokenLifetimeMs.freezeFormer) } };
};

const emailLink: Make = async (app, _, { about }) => {
  const issued = await issueEmailLink(app, about ?? '');
  if (!issued) return undefined;
  const { token, email, hours: left } = issued;
  return { path: `/email/change/${token}`, email, params: { hours: left } };
};

const newPassword: Make = async () => ({ path: '/password/reset' });

const code: Make = async (app, _, { about }) => {
  const issued = await issueCode(app, about ?? '');
  return issued && { params: issued };
};

const signInCode: Make = async (app, to, of) => {
  const issued = await issueSignInCode(app, of.about ?? '');
  const freezing = issued && (await freezeLink(app, to, of));
  return freezing && { ...freezing, params: { ...freezing.params, ...issued } };
};

const destinationLink: Make = async (app, _, { about }) => {
  const issued = await issueDestinationToken(app, about ?? '');
  return issued && { path: `/payments/destination/${issued.token}`, params: { hours: issued.hours } };
};

const supplementNote: Make = async ({ db }, _, { about, params }) => {
  const found = await db.maybeOne<{ note: string }>(sql`
    select note from ipo_prospectus where offering_id = ${about} and version = ${Number(params['version'])}`);
  return { quote: found?.note ?? '' };
};

/** The contact address, for a person who cannot sign in and ask. */
const contact: Make = async ({ settings }, { brand }) => {
  const { supportEmail } = settings.brand(brand);
  return { params: { contact: supportEmail ? 'known' : 'unknown', support: supportEmail ?? '' } };
};

/** What the emails of these kinds have in addition to the text of the bell. */
export const emailParts: Partial<Record<NotificationKind, Make>> = {
  welcome: verification,
  verify_email: verification,
  password_reset: passwordReset,
  invitation,
  password_changed: newPassword,
  profile_frozen: newPassword,
  account_reopened: newPassword,
  profile_disputed: contact,
  email_change_link: emailLink,
  email_change_requested: toFormer,
  email_changed: freezeLink,
  email_left: toFormer,
  totp_added: freezeLink,
  totp_removed: freezeLink,
  recovery_codes_made: freezeLink,
  recovery_code_used: freezeLink,
  codes_guessed: freezeLink,
  passkey_added: freezeLink,
  passkey_removed: freezeLink,
  second_factor_reset: freezeLink,
  signed_out_everywhere: freezeLink,
  roles_changed: freezeLink,
  identity_removed: freezeLink,
  data_export_requested: freezeLink,
  closure_cancelled: freezeLink,
  client_blocked: contact,
  sign_in_code: signInCode,
  withdrawal_code: code,
  destination_confirm: destinationLink,
  ipo_supplement: supplementNote,
  support_reply: lastMessage,
  support_resolved: transcript('to the own address only'),
  support_transcript: transcript('as asked'),
};
