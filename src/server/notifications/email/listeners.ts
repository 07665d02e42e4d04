import type { Events } from '#contract/modules.ts';
import { termsOf, type NotificationKind } from '#contract/notifications/kinds.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openEmail, type SendEmail } from '#server/platform/email/email.ts';
import { isGenuine } from '#server/platform/secrets/row-mac-check.ts';
import { macColumns, type RowMac } from '#server/platform/secrets/row-macs.ts';
import type { Recipient } from './email-part.ts';
import { emailParts } from './parts.ts';
import { spoken, type Params } from '../params.ts';
import { sendEmail } from './send-email.tsx';

interface Addressed extends Recipient {
  firstName: string;
  isBlocked: boolean;
}

interface Due {
  id: string;
  kind: NotificationKind;
  params: Params;
  path: string;
  about: string | null;
  to: string;
}

const reasonLength = 200;

/**
 * Sends the emails that are due. Links and codes are made here, at the moment of sending, so that their secret is never
 * stored. If the mail server does not take an email, its event is tried again; the newer link voids the first.
 */
export function emailListeners(app: App): void {
  const send = openEmail(app);
  const sendDue = ({ notificationId }: Events['notifications.email_due']) =>
    settle(app, [notificationId], ([due], message) =>
      due ? sendOne(app, send, due, message) : Promise.resolve('outdated'),
    );
  app.outbox.on('notifications.email_due', sendDue);
  app.outbox.on('notifications.awaited_email_due', sendDue, 'awaited');
  app.outbox.on('notifications.digest_due', ({ personId, notificationIds }) =>
    settle(app, notificationIds, (due, message) => sendDigest(app, send, personId, due, message)),
  );
}

/** Null when it was sent, else why it was not. */
type Outcome = 'outdated' | 'blocked' | null;

/** Receives the address that an email is about to go to. */
type EmailSender = (email: string) => void;

/** Sends the pending ones of these, and stores the result and the address. */
async function settle(
  app: App,
  ids: string[],
  action: (due: Due[], message: EmailSender) => Promise<Outcome>,
): Promise<void> {
  const due = await app.db.rows<Due>(sql`
    select n.id, n.kind, n.params, n.path, n.about_id as about, n.person_id as to
    from notification n join notification_delivery d on d.notification_id = n.id and d.channel = 'email'
    where n.id = any(${ids}::uuid[]) and d.state in ('queued', 'failed') order by n.id`);
  if (due.length === 0) return;
  let emailedTo: string | null = null;
  const store = (state: string, reason: string | null) =>
    app.db.run(sql`
      update notification_delivery set state = ${state}, reason = ${reason}, emailed_to = ${emailedTo}, changed_at = ${app.clock.now()}
      where notification_id = any(${due.map(({ id }) => id)}::uuid[]) and channel = 'email'`);
  try {
    const outcome = await action(due, (email) => {
      emailedTo = email;
    });
    await store(outcome === null ? 'sent' : 'suppressed', outcome);
  } catch (error) {
    await store('failed', (error instanceof Error ? error.message : String(error)).slice(0, reasonLength));
    throw error;
  }
}

/**
 * Whom an email goes to. Links and codes leave by this address, so one that was stored outside Atrium gets none; what was
 * due waits until the row is as it was.
 */
async function find(app: App, id: string): Promise<Addressed> {
  const { content, mac, ...found } = await app.db.one<Addressed & RowMac>(sql`
    select c.id, c.email, c.first_name as "firstName", c.language, c.number_style as "numberStyle", c.brand,
           c.email_verified_at as "emailVerifiedAt", c.blocked_at is not null as "isBlocked", ${macColumns('person')}
    from person c where c.id = ${id}`);
  if (!isGenuine(app, 'person', id, { content, mac })) throw new Error('the person was changed outside Atrium');
  return found;
}

async function sendOne(
  app: App,
  send: SendEmail,
  { kind, params, path, about, to: id }: Due,
  message: EmailSender,
): Promise<Outcome> {
  const to = await find(app, id);
  if (to.isBlocked && !termsOf(kind).barred) return 'blocked';
  const make = emailParts[kind];
  const part = make ? await make(app, to, { about, params }) : {};
  if (!part) return 'outdated';
  const email = part.email ?? to.email;
  message(email);
  await sendEmail(
    app,
    send,
    kind,
    { ...to, email },
    {
      path: part.path ?? path,
      params: { ...params, ...part.params },
      quote: part.quote,
      thread: threadOf(kind, about),
    },
  );
  return null;
}

/** Emails about one conversation form one thread. */
const threadOf = (kind: NotificationKind, about: string | null) =>
  termsOf(kind).group === 'support' ? (about ?? undefined) : undefined;

async function sendDigest(
  app: App,
  send: SendEmail,
  personId: string,
  due: Due[],
  message: EmailSender,
): Promise<Outcome> {
  const to = await find(app, personId);
  if (to.isBlocked) return 'blocked';
  message(to.email);
  const quote = due.map((each) => `• ${headingOf(app, to, each)}`).join('\n');
  await sendEmail(app, send, 'digest', to, { path: '/notifications', params: { count: due.length }, quote });
  return null;
}

function headingOf(app: App, reader: Recipient, { kind, params }: Due): string {
  return app.text(reader.language, `emails.${kind}_heading`, {
    ...spoken(app, reader, params),
    app: app.settings.brand(reader.brand).name,
  });
}
