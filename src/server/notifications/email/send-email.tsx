import type { Language } from '#contract/kernel/languages.ts';
import type { Reader } from '#contract/kernel/text/number-format.ts';
import type { NotificationKind } from '#contract/notifications/kinds.ts';
import { isOptional, type Unsubscribable } from '#contract/notifications/preferences.ts';
import type { App } from '#server/platform/app.ts';
import type { SendEmail } from '#server/platform/email/email.ts';
import { footerFor, type Brand } from '#server/platform/settings.ts';
import { Email, type EmailTexts, type Sender } from './Email.tsx';
import { loadEmailElements } from './elements.ts';
import { plainText } from './text.ts';
import { spoken, type Params } from '../params.ts';
import { unsubscribeToken } from '../unsubscribe.ts';

/** Each email that exists, by the prefix of its texts in emails.json. */
export type EmailName = NotificationKind | 'digest';

export interface Addressee extends Reader {
  id: string;
  email: string;
  firstName: string;
  /** The brand in whose name it is written. */
  brand: string | null;
}

export interface Contents {
  /** Path below the language prefix where the button leads, e.g. `/email/verify/…`. */
  path: string;
  /** What the texts name. */
  params?: Params;
  /** A quotation after the text, unchanged, line by line. */
  quote?: string | undefined;
  /** Emails about one subject form a thread in the reader's mailbox; any name that stays the same. */
  thread?: string | undefined;
}

const security = 'security';
const payment = 'payment';
const ipo = 'ipo';

/** Emails of a family share advice and button, and their subject says what their heading says. */
export const families: Partial<Record<EmailName, string>> = {
  totp_added: security,
  totp_removed: security,
  recovery_codes_made: security,
  recovery_code_used: security,
  codes_guessed: security,
  passkey_added: security,
  passkey_removed: security,
  second_factor_reset: security,
  signed_out_everywhere: security,
  roles_changed: security,
  identity_removed: security,
  data_export_requested: security,
  email_change_requested: 'email_change',
  email_changed: security,
  closure_requested: 'closure',
  closure_blocked: 'closure',
  closure_cancelled: security,
  sign_in_code: security,
  withdrawal_code: payment,
  deposit_credited: payment,
  deposit_expired: 'adjustment',
  withdrawal_expired: payment,
  deposit_rejected: payment,
  deposit_refunded: payment,
  deposit_charged_back: payment,
  deposit_reversed: 'adjustment',
  withdrawal_submitted: payment,
  withdrawal_approved: payment,
  withdrawal_sent: payment,
  withdrawal_completed: payment,
  withdrawal_rejected: payment,
  adjustment_given: 'adjustment',
  adjustment_taken: 'adjustment',
  adjustment_reversed: 'adjustment',
  transfer_completed: 'transfer',
  transfer_rejected: 'transfer',
  margin_call: 'account',
  stop_out: 'account',
  tier_risen: 'tier',
  tier_fallen: 'tier',
  ipo_applied: ipo,
  ipo_reconfirm: ipo,
  ipo_allotted: ipo,
  ipo_not_allotted: ipo,
  ipo_tradable: ipo,
  ipo_ended: ipo,
  ipo_supplement: ipo,
  ipo_postponed: ipo,
  ipo_resumed: ipo,
  limits_changed: 'limits',
  payments_restricted: 'limits',
  payments_restriction_lifted: 'limits',
  manager_assigned: 'manager',
  manager_removed: 'manager',
  client_assigned: 'charge',
  client_unassigned: 'charge',
  support_reply: 'support',
  support_moved: 'support',
  support_resolved: 'support',
  support_transcript: 'support',
  level_risen: 'verification',
  level_fallen: 'verification',
  document_accepted: 'verification',
  document_rejected: 'verification',
  document_expiring: 'verification',
  document_requested: 'verification',
  country_set: 'verification',
  person_corrected: 'verification',
  approval_requested: 'approval',
  approval_declined: 'proposed',
  approval_expired: 'proposed',
  setting_changed: 'setting',
  setting_confirmed: 'setting',
  staff_roles_changed: 'administrator',
  network_overruled: 'administrator',
  dealing_allowed: 'administrator',
  dealing_ended: 'administrator',
  administrator_made: 'administrator',
  administrator_lost: 'administrator',
  administrator_reset: 'administrator',
  access_recovered: 'administrator',
  break_glass_used: 'administrator',
};

/** The address is not proven yet and may be a slip: a stranger must not learn whose profile it is about. */
const isUnnamed = (name: EmailName) => name === 'email_change_link';

/** Renders an email in the client's language, as HTML and as plain text, and sends it. */
export async function sendEmail(
  app: App,
  send: SendEmail,
  name: EmailName,
  to: Addressee,
  contents: Contents,
): Promise<void> {
  const brand = app.settings.brand(to.brand);
  const sender = senderOf(brand, to.language);
  const words = wordsOf(app, name, to, contents);
  const { elements, render } = await loadEmailElements();
  const html = await render(<Email words={words} language={to.language} sender={sender} elements={elements} />);
  const own = families[name] === undefined && name !== 'digest';
  await send({
    to: to.email,
    from: brand.id === null ? undefined : { name: brand.name, address: brand.sender },
    language: to.language,
    template: name,
    subject: own ? app.text(to.language, `emails.${name}_subject`, emailFor(app, to, contents)) : words.heading,
    html,
    plain: plainText(words, sender),
    thread: contents.thread,
    unsubscribe: words.unsubscribe?.address,
  });
}

/** On a sheet that is light in every mail program. */
function senderOf(brand: Brand, language: Language): Sender {
  const { url, name, accents, logo, company, supportEmail } = brand;
  const lines = supportEmail ? [...company, supportEmail] : company;
  return {
    name,
    fill: accents.light.fill,
    logo: logo && `${url}${logo.light}`,
    company: lines,
    legal: footerFor(brand, language)?.text ?? null,
  };
}

const emailFor = (app: App, to: Addressee, { params = {} }: Contents) => ({
  ...spoken(app, to, params),
  app: app.settings.brand(to.brand).name,
  first_name: to.firstName,
});

function wordsOf(app: App, name: EmailName, to: Addressee, contents: Contents): EmailTexts {
  const { text, settings } = app;
  const all = emailFor(app, to, contents);
  const send = (key: string) => text(to.language, `emails.${key}`, all);
  const family = families[name] ?? name;
  return {
    heading: send(`${name}_heading`),
    greeting: send(isUnnamed(name) ? 'greeting_unnamed' : 'greeting'),
    paragraphs: [send(`${name}_text`), ...(contents.quote ? [contents.quote] : []), send(`${family}_advice`)],
    button: {
      text: send(`${family}_button`),
      address: `${settings.brand(to.brand).url}/${to.language}${contents.path}`,
    },
    linkHint: send('link_hint'),
    footer: send('footer'),
    unsubscribe: unsubscribeOf(app, name, to),
  };
}

/** The link to unsubscribe, for emails that the reader can turn off. */
function unsubscribeOf({ text, config, settings }: App, name: EmailName, to: Addressee): EmailTexts['unsubscribe'] {
  const what = leftBy(name);
  if (what === undefined) return undefined;
  const token = unsubscribeToken(config, to.id, what);
  return {
    text: text(to.language, 'emails.unsubscribe'),
    address: `${settings.brand(to.brand).url}/${to.language}/unsubscribe/${token}`,
  };
}

/** What the unsubscribe link turns off; undefined for emails that are always sent. */
function leftBy(name: EmailName): Unsubscribable | undefined {
  if (name === 'digest') return 'all';
  return isOptional(name, 'email') ? name : undefined;
}
