import type { Language } from '#contract/languages.ts';
import type { App } from '../app.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { newId } from '../id.ts';
import { hasMailServer, postOf, type Post } from './email-server.ts';

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
 * The way mails leave: by the mail server that holds at that moment, else into the mailbox of a demo installation. An
 * installation with neither can send none: that is said at start and at every mail, and the mail is not kept, since it
 * holds one-time links.
 */
export function openMail(world: Pick<App, 'config' | 'db' | 'clock' | 'log' | 'house'>): SendMail {
  const { config, db, clock, log } = world;
  if (!hasMailServer(world) && !config.demo)
    log.warn('there is no mail server: no mail can be sent, so nobody can confirm an e-mail or reset a password');
  return async (mail) => {
    const post = await postOf(world);
    if (post) return sendBy(post, mail);
    if (config.demo) return intoMailbox(db, clock, mail);
    log.warn({ template: mail.template }, 'mail not sent: there is no mail server');
  };
}

/** @throws as the mail server does */
export async function sendBy({ transport, from, domain }: Post, mail: Mail): Promise<void> {
  const { to, language, subject, html, plain, thread, unsubscribe } = mail;
  await transport.sendMail({
    from,
    // As an object it is taken as one address, whatever it contains.
    to: { name: '', address: to },
    subject: inOneLine(subject),
    html,
    text: plain,
    ...(thread ? { references: `<${thread}@${domain}>`, inReplyTo: `<${thread}@${domain}>` } : {}),
    headers: {
      'content-language': language,
      'auto-submitted': 'auto-generated',
      ...(unsubscribe
        ? { 'list-unsubscribe': `<${unsubscribe}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
  });
}

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
