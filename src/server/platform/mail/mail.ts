import nodemailer from 'nodemailer';
import type { Language } from '#contract/languages.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { newId } from '../id.ts';
import type { Log } from '../log.ts';

export interface Mail {
  to: string;
  language: Language;
  /** Name of the template, for the mailbox and for figures. */
  template: string;
  subject: string;
  html: string;
  plain: string;
  /** Mails of one thread hang together. */
  thread?: string | undefined;
  /** Where a mail program ends such mails by one POST, as RFC 8058 has it. */
  unsubscribe?: string | undefined;
}

/** Sends one mail. @throws when the mail server does not take it; the outbox tries again later */
export type SendMail = (mail: Mail) => Promise<void>;

/**
 * The way mails leave: through SMTP_URL, else into the mailbox of a demo installation. An installation with neither can
 * send none: that is said at start and at every mail, and the mail is not kept, since it holds one-time links.
 */
export function openMail(world: { config: Config; db: Db; clock: Clock; log: Log }): SendMail {
  const { config, db, clock, log } = world;
  if (config.smtpUrl) return overSmtp(config.smtpUrl, config.mailFrom);
  if (config.demo) return (mail) => intoMailbox(db, clock, mail);
  log.warn('SMTP_URL is not set: no mail can be sent, so nobody can confirm an e-mail or reset a password');
  return async ({ template }) => log.warn({ template }, 'mail not sent: SMTP_URL is not set');
}

/** The outbox waits meanwhile, so a mail server that hangs is given up soon. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

function overSmtp(url: string, from: string): SendMail {
  // Contents come from texts and names only; nothing in them may make the server read a file or an address.
  const transport = nodemailer.createTransport({ url, ...patience, disableFileAccess: true, disableUrlAccess: true });
  return async ({ to, language, subject, html, plain, thread, unsubscribe }) => {
    await transport.sendMail({
      from,
      // As an object it is taken as one address, whatever it contains.
      to: { name: '', address: to },
      subject: inOneLine(subject),
      html,
      text: plain,
      ...(thread ? { references: `<${thread}@${hostOf(from)}>`, inReplyTo: `<${thread}@${hostOf(from)}>` } : {}),
      headers: {
        'content-language': language,
        'auto-submitted': 'auto-generated',
        ...(unsubscribe
          ? { 'list-unsubscribe': `<${unsubscribe}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }
          : {}),
      },
    });
  };
}

/** Of an address such as `Atrium <no-reply@example.com>`. */
const hostOf = (address: string) => /@([^\s>]+)/.exec(address)?.[1] ?? 'localhost';

/** A line break in a header would begin another header. */
function inOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

async function intoMailbox(db: Db, clock: Clock, mail: Mail): Promise<void> {
  await db.run(sql`
    insert into mailbox_mail (id, to_address, language, template, subject, html, plain, sent_at)
    values (${newId()}, ${mail.to}, ${mail.language}, ${mail.template}, ${inOneLine(mail.subject)}, ${mail.html},
            ${mail.plain}, ${clock.now()})`);
}
