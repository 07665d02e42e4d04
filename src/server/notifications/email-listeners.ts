import type { Events } from '#contract/events.ts';
import type { Language } from '#contract/languages.ts';
import { termsOf, type NotificationKind } from '#contract/notification-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openMail, type SendMail } from '#server/platform/email/email.ts';
import { letterParts, type Reader } from './email-parts.ts';
import { spoken, type Params } from './params.ts';
import { sendLetter } from './send-email.tsx';

interface Addressed extends Reader {
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
 * Mails what is due. Links and codes are made here, at the moment of sending, so that their secret is never stored. A
 * letter that the mail server did not take is tried again with its event, and its newer link voids the first.
 */
export function letterListeners(app: App): void {
  const send = openMail(app);
  const sendDue = ({ notificationId }: Events['notifications.letter_due']) =>
    settle(app, [notificationId], ([due], tell) => (due ? sendOne(app, send, due, tell) : Promise.resolve('outdated')));
  app.outbox.on('notifications.letter_due', sendDue);
  app.outbox.on('notifications.awaited_letter_due', sendDue, 'awaited');
  app.outbox.on('notifications.digest_due', ({ personId, notificationIds }) =>
    settle(app, notificationIds, (due, tell) => sendDigest(app, send, personId, due, tell)),
  );
}

/** Null when it was sent; else why nobody has use for it. */
type Outcome = 'outdated' | 'blocked' | null;

/** Hears to which address a letter is about to go. */
type Tell = (email: string) => void;

/** Sends what of these still waits to be sent, and keeps what became of it and where it went. */
async function settle(app: App, ids: string[], act: (due: Due[], tell: Tell) => Promise<Outcome>): Promise<void> {
  const due = await app.db.rows<Due>(sql`
    select n.id, n.kind, n.params, n.path, n.about_id as about, n.person_id as to
    from notification n join notification_delivery d on d.notification_id = n.id and d.channel = 'mail'
    where n.id = any(${ids}::uuid[]) and d.state in ('queued', 'failed') order by n.id`);
  if (due.length === 0) return;
  let mailedTo: string | null = null;
  const keep = (state: string, reason: string | null) =>
    app.db.run(sql`
      update notification_delivery set state = ${state}, reason = ${reason}, mailed_to = ${mailedTo}, changed_at = ${app.clock.now()}
      where notification_id = any(${due.map(({ id }) => id)}::uuid[]) and channel = 'mail'`);
  try {
    const outcome = await act(due, (email) => {
      mailedTo = email;
    });
    await keep(outcome === null ? 'sent' : 'suppressed', outcome);
  } catch (error) {
    await keep('failed', (error instanceof Error ? error.message : String(error)).slice(0, reasonLength));
    throw error;
  }
}

const find = ({ db }: App, id: string) =>
  db.one<Addressed>(sql`
    select id, email, first_name as "firstName", language, email_verified_at as "emailVerifiedAt",
           blocked_at is not null as "isBlocked" from client where id = ${id}`);

async function sendOne(
  app: App,
  send: SendMail,
  { kind, params, path, about, to: id }: Due,
  tell: Tell,
): Promise<Outcome> {
  const to = await find(app, id);
  if (to.isBlocked && !termsOf(kind).barred) return 'blocked';
  const make = letterParts[kind];
  const part = make ? await make(app, to, { about, params }) : {};
  if (!part) return 'outdated';
  const email = part.email ?? to.email;
  tell(email);
  await sendLetter(
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

/** Letters about one conversation hang together. */
const threadOf = (kind: NotificationKind, about: string | null) =>
  termsOf(kind).group === 'support' ? (about ?? undefined) : undefined;

async function sendDigest(app: App, send: SendMail, personId: string, due: Due[], tell: Tell): Promise<Outcome> {
  const to = await find(app, personId);
  if (to.isBlocked) return 'blocked';
  tell(to.email);
  const quote = due.map((each) => `• ${headingOf(app, to.language, each)}`).join('\n');
  await sendLetter(app, send, 'digest', to, { path: '/notifications', params: { count: due.length }, quote });
  return null;
}

function headingOf(app: App, language: Language, { kind, params }: Due): string {
  return app.text(language, `mails.${kind}_heading`, { ...spoken(app, language, params), app: app.house.brand().name });
}
