import { render } from '@react-email/render';
import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { SendMail } from '#server/platform/mail/mail.ts';
import { Letter } from './Letter.tsx';

/** Each letter that exists, by the prefix of its texts in mails.json. */
export type LetterName = 'welcome' | 'verify_email' | 'password_reset' | 'password_changed' | 'autologin_issued';

export interface Addressee {
  email: string;
  firstName: string;
  language: Language;
}

interface Contents {
  /** Path below the language prefix, e.g. `/email/verify/…`; without one the letter has no button. */
  path?: string;
  params?: Record<string, string | number>;
}

/** Writes a letter in the client's language, as HTML and as plain text, and sends it. */
export async function sendLetter(
  app: App,
  send: SendMail,
  name: LetterName,
  to: Addressee,
  { path, params = {} }: Contents = {},
): Promise<void> {
  const { config } = app;
  const say = (key: string) =>
    app.text(to.language, `mails.${key}`, { ...params, app: config.appName, first_name: to.firstName });
  const button =
    path === undefined ? undefined : { text: say(`${name}_button`), address: `${config.appUrl}/${to.language}${path}` };
  const letter = (
    <Letter
      language={to.language}
      appName={config.appName}
      brandColor={config.brandColor}
      heading={say(`${name}_heading`)}
      greeting={say('greeting')}
      paragraphs={[say(`${name}_text`), say(`${name}_advice`)]}
      button={button}
      linkHint={say('link_hint')}
      footer={say('footer')}
    />
  );
  const [html, plain] = await Promise.all([render(letter), render(letter, { plainText: true })]);
  await send({ to: to.email, language: to.language, template: name, subject: say(`${name}_subject`), html, plain });
}
