import type { NotificationKind } from '#contract/notification-names.ts';
import { isOptional, type Unsubscribable } from '#contract/notification-preferences.ts';
import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { SendMail } from '#server/platform/email/email.ts';
import { Letter, type LetterWords, type Sender } from './Email.tsx';
import { loadLetterElements } from './letter-elements.ts';
import { plainText } from './email-text.ts';
import { spoken, type Params } from './params.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** Each letter that exists, by the prefix of its texts in mails.json. */
export type LetterName = NotificationKind | 'digest';

export interface Addressee {
  id: string;
  email: string;
  firstName: string;
  language: Language;
}

export interface Contents {
  /** Path below the language prefix where the button leads, e.g. `/email/verify/…`. */
  path: string;
  /** What the texts name. */
  params?: Params;
  /** What was said, after the text and as it stands, line by line. */
  quote?: string | undefined;
  /** Mails about one thing hang together in the reader's mailbox; any name of it that stays. */
  thread?: string | undefined;
}

const security = 'security';
const payment = 'payment';
const ipo = 'ipo';

/** Letters of a family share advice and button, and say in the subject what their heading says. */
export const families: Partial<Record<LetterName, string>> = {
  totp_added: security,
  totp_removed: security,
  recovery_codes_made: security,
  recovery_code_used: security,
  codes_guessed: security,
  passkey_added: security,
  passkey_removed: security,
  second_factor_reset: security,
  roles_changed: security,
  data_asked: security,
  email_change_asked: 'email_change',
  email_changed: security,
  closing_asked: 'closing',
  closing_blocked: 'closing',
  account_kept: security,
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
  margin_called: 'account',
  stopped_out: 'account',
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
  payments_stopped: 'limits',
  payments_released: 'limits',
  manager_given: 'manager',
  manager_gone: 'manager',
  client_given: 'charge',
  client_taken: 'charge',
  support_answer: 'support',
  support_moved: 'support',
  support_resolved: 'support',
  support_transcript: 'support',
  level_risen: 'verification',
  level_fallen: 'verification',
  document_accepted: 'verification',
  document_refused: 'verification',
  document_expiring: 'verification',
  document_asked: 'verification',
  country_set: 'verification',
  person_corrected: 'verification',
  proposal_made: 'proposal',
  proposal_declined: 'proposed',
  proposal_lapsed: 'proposed',
  setting_changed: 'setting',
  setting_confirmed: 'setting',
  staff_roles_changed: 'administrator',
  network_overruled: 'administrator',
  dealing_allowed: 'administrator',
  dealing_ended: 'administrator',
  administrator_made: 'administrator',
  administrator_lost: 'administrator',
  administrator_reset: 'administrator',
  staff_let_in: 'administrator',
};

/** It goes where nobody is known to read, perhaps by a slip: a stranger is not to learn whose profile it is about. */
const isUnnamed = (name: LetterName) => name === 'email_change_link';

/** Writes a letter in the client's language, as HTML and as plain text, and sends it. */
export async function sendLetter(
  app: App,
  send: SendMail,
  name: LetterName,
  to: Addressee,
  contents: Contents,
): Promise<void> {
  const sender = senderOf(app);
  const words = wordsOf(app, name, to, contents);
  const { elements, render } = await loadLetterElements();
  const html = await render(<Letter words={words} language={to.language} sender={sender} elements={elements} />);
  const own = families[name] === undefined && name !== 'digest';
  await send({
    to: to.email,
    language: to.language,
    template: name,
    subject: own ? app.text(to.language, `mails.${name}_subject`, heard(app, to, contents)) : words.heading,
    html,
    plain: plainText(words, sender.company),
    thread: contents.thread,
    unsubscribe: words.unsubscribe?.address,
  });
}

/** On a sheet that is light in every mail program. */
function senderOf({ config, house }: App): Sender {
  const { name, accents, logo, company, supportEmail } = house.brand();
  const lines = supportEmail ? [...company, supportEmail] : company;
  return { name, fill: accents.light.fill, logo: logo && `${config.appUrl}${logo.light}`, company: lines };
}

const heard = (app: App, to: Addressee, { params = {} }: Contents) => ({
  ...spoken(app, to.language, params),
  app: app.house.brand().name,
  first_name: to.firstName,
});

function wordsOf(app: App, name: LetterName, to: Addressee, contents: Contents): LetterWords {
  const { text, config } = app;
  const all = heard(app, to, contents);
  const say = (key: string) => text(to.language, `mails.${key}`, all);
  const family = families[name] ?? name;
  return {
    heading: say(`${name}_heading`),
    greeting: say(isUnnamed(name) ? 'greeting_unnamed' : 'greeting'),
    paragraphs: [say(`${name}_text`), ...(contents.quote ? [contents.quote] : []), say(`${family}_advice`)],
    button: { text: say(`${family}_button`), address: `${config.appUrl}/${to.language}${contents.path}` },
    linkHint: say('link_hint'),
    footer: say('footer'),
    unsubscribe: unsubscribeOf(app, name, to),
  };
}

/** The way out of letters that nobody has to have. */
function unsubscribeOf({ text, config }: App, name: LetterName, to: Addressee): LetterWords['unsubscribe'] {
  const what = leftBy(name);
  if (what === undefined) return undefined;
  const token = unsubscribeToken(config, to.id, what);
  return {
    text: text(to.language, 'mails.unsubscribe'),
    address: `${config.appUrl}/${to.language}/unsubscribe/${token}`,
  };
}

/** What the reader is rid of when he wants no more of these letters; undefined where they always come. */
function leftBy(name: LetterName): Unsubscribable | undefined {
  if (name === 'digest') return 'all';
  return isOptional(name, 'mail') ? name : undefined;
}
