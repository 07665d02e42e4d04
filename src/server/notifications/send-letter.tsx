import { render } from '@react-email/render';
import type { SecurityChange } from '#contract/events.ts';
import { intlTagOf, type Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { SendMail } from '#server/platform/mail/mail.ts';
import { Letter, type LetterWords } from './Letter.tsx';
import { plainText } from './letter-text.ts';

/** Each letter that exists, by the prefix of its texts in mails.json. */
export type LetterName =
  | 'welcome'
  | 'verify_email'
  | 'password_reset'
  | 'password_changed'
  | 'autologin_issued'
  | SecurityChange
  | 'profile_frozen'
  | 'deposit_credited'
  | 'deposit_rejected'
  | 'deposit_refunded'
  | 'deposit_charged_back'
  | 'withdrawal_code'
  | 'withdrawal_submitted'
  | 'withdrawal_approved'
  | 'withdrawal_sent'
  | 'withdrawal_rejected'
  | 'destination_confirm'
  | 'margin_called'
  | 'stopped_out'
  | 'tier_risen'
  | 'tier_fallen'
  | 'ipo_applied'
  | 'ipo_reconfirm'
  | 'ipo_allotted'
  | 'ipo_not_allotted'
  | 'ipo_tradable'
  | 'ipo_ended'
  | 'ipo_supplement'
  | 'support_answer'
  | 'support_due'
  | 'support_moved'
  | 'support_resolved'
  | 'support_transcript';

export interface Addressee {
  email: string;
  firstName: string;
  language: Language;
}

export interface Contents {
  /** Path below the language prefix where the button leads, e.g. `/email/verify/…`. */
  path: string;
  /** What the texts name; an instant is written out in the reader's language, in UTC. */
  params?: Record<string, string | number | Date>;
  /** Letters of a family share advice and button, and say in the subject what their heading says. */
  family?: 'security' | 'payment' | 'account' | 'tier' | 'ipo' | 'support';
  /** What was said, after the text and as it stands, line by line. */
  quote?: string;
  /** Mails about one thing hang together in the reader's mailbox; any name of it that stays. */
  thread?: string;
}

/** Writes a letter in the client's language, as HTML and as plain text, and sends it. */
export async function sendLetter(
  app: App,
  send: SendMail,
  name: LetterName,
  to: Addressee,
  contents: Contents,
): Promise<void> {
  const { appName, brandColor } = app.config;
  const words = wordsOf(app, name, to, contents);
  const html = await render(<Letter words={words} language={to.language} appName={appName} brandColor={brandColor} />);
  const subject = contents.family ? words.heading : app.text(to.language, `mails.${name}_subject`, { app: appName });
  await send({
    to: to.email,
    language: to.language,
    template: name,
    subject,
    html,
    plain: plainText(words),
    thread: contents.thread,
  });
}

function wordsOf({ text, config }: App, name: LetterName, to: Addressee, contents: Contents): LetterWords {
  const { path, params = {}, family = name } = contents;
  const named = Object.entries(params).map(([key, value]) => [key, spoken(value, to.language)]);
  const all = { ...Object.fromEntries(named), app: config.appName, first_name: to.firstName };
  const say = (key: string) => text(to.language, `mails.${key}`, all);
  return {
    heading: say(`${name}_heading`),
    greeting: say('greeting'),
    paragraphs: [say(`${name}_text`), ...(contents.quote ? [contents.quote] : []), say(`${family}_advice`)],
    button: { text: say(`${family}_button`), address: `${config.appUrl}/${to.language}${path}` },
    linkHint: say('link_hint'),
    footer: say('footer'),
  };
}

function spoken(value: string | number | Date, language: Language): string | number {
  if (!(value instanceof Date)) return value;
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(intlTagOf(language), style).format(value);
}
