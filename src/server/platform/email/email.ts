import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '../app.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { newId } from '../id.ts';
import { hasEmailServer, postOf, type Post } from './email-server.ts';

export interface EmailMessage {
  to: string;
  /** In whose name, where it is not that of the mail server's setting; without an address it keeps that one's. */
  from?: { name: string; address: string | null } | undefined;
  language: Language;
  /** Name of the template, for the mailbox and for figures. */
  template: string;
  subject: string;
  html: string;
  plain: string;
  /** Emails of one thread belong together. */
  thread?: string | undefined;
  /** Where a mail program unsubscribes by one POST, as RFC 8058 has it. */
  unsubscribe?: string | undefined;
}

/**
 * Sends one email.
 * @throws when the mail server does not take it; the outbox tries again later
 */
export type SendEmail = (message: EmailMessage) => Promise<void>;

/**
 * Emails leave by the present mail server, else they go into the mailbox of a demo installation. An installation with
 * neither can send none: that is logged at start and at every email, and the email is not stored, because it holds
 * one-time links.
 */
export function openEmail(world: Pick<App, 'config' | 'db' | 'clock' | 'log' | 'metrics' | 'settings'>): SendEmail {
  const { config, db, clock, log } = world;
  if (!hasEmailServer(world) && !config.demo)
    log.warn(
      'there is no mail server: Atrium can’t send emails, so people can’t confirm an address or reset a password',
    );
  return async (message) => {
    const post = await postOf(world);
    if (post) return sendBy(post, message);
    if (config.demo) return intoMailbox(db, clock, message);
    log.warn({ template: message.template }, 'email not sent: there is no mail server');
  };
}

/** @throws as the mail server does */
export async function sendBy({ transport, from, domain }: Post, message: EmailMessage): Promise<void> {
  const { to, from: own, language, subject, html, plain, thread, unsubscribe } = message;
  await transport.sendMail({
    from: own ? { name: own.name, address: own.address ?? addressOf(from) } : from,
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

/** The address alone of `Name <address>`. */
const addressOf = (from: Post['from']): string =>
  typeof from === 'string' ? (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from) : from.address;

/** A line break in a header would start another header. */
function inOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

async function intoMailbox(db: Db, clock: Clock, message: EmailMessage): Promise<void> {
  await db.run(sql`
    insert into mailbox_email (id, to_address, language, template, subject, html, plain, sent_at)
    values (${newId()}, ${message.to}, ${message.language}, ${message.template}, ${inOneLine(message.subject)}, ${message.html},
            ${message.plain}, ${clock.now()})`);
}
