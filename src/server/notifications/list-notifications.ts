import { kinds, termsOf, type NotificationKind } from '#contract/notifications/kinds.ts';
import type { NotificationGroup } from '#contract/notifications/names.ts';
import type { Reader } from '#contract/kernel/text/number-format.ts';
import type { Notification } from '#contract/notifications/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import type { Params } from './params.ts';
import { wordsOf } from './words-of.ts';

const pageLength = 30;

interface Row {
  id: string;
  kind: NotificationKind;
  params: Params;
  path: string;
  createdAt: Date;
  readAt: Date | null;
}

/** The bell notifications of a person, limited to those whose text this person may see. */
const ringsFor = (me: Person): Sql => sql`
  n.person_id = ${me.id} and n.kind = any(${kinds}::text[]) and exists (
    select from notification_delivery d where d.notification_id = n.id and d.channel = 'bell' and d.state = 'sent')`;

const inGroup = (group: NotificationGroup | undefined): Sql =>
  group === undefined ? sql`true` : sql`n.kind = any(${kinds.filter((kind) => termsOf(kind).group === group)}::text[])`;

/** The bell notifications of a person, the latest first, in the person's present language. */
export async function listNotifications(
  app: App,
  me: Person,
  reader: Reader,
  filters: { group?: NotificationGroup | undefined; unread?: boolean | undefined; cursor?: string | undefined },
): Promise<{ notifications: Notification[]; next_cursor: string | null }> {
  const { group, unread = false, cursor = null } = filters;
  const rows = await app.db.rows<Row>(sql`
    select n.id, n.kind, n.params, n.path, n.created_at as "createdAt", n.read_at as "readAt" from notification n
    where ${ringsFor(me)} and ${inGroup(group)} and (not ${unread}::boolean or n.read_at is null)
      and (${cursor}::uuid is null or n.id < ${cursor})
    order by n.id desc limit ${pageLength + 1}`);
  const page = rows.slice(0, pageLength);
  return {
    notifications: page.map((row) => show(app, reader, row)),
    next_cursor: rows.length > pageLength ? (page.at(-1)?.id ?? null) : null,
  };
}

function show(app: App, reader: Reader, { id, kind, params, path, createdAt, readAt }: Row): Notification {
  return {
    id,
    kind,
    group: termsOf(kind).group,
    ...wordsOf(app, reader, kind, params),
    path,
    at: createdAt.toISOString(),
    read: readAt !== null,
  };
}

export async function countUnread({ db }: App, me: Person): Promise<{ count: number }> {
  return db.one(sql`select count(*)::int as count from notification n where ${ringsFor(me)} and n.read_at is null`);
}

/** @throws Refusal http.not_found for another person's notification, or one that was deleted */
export async function readNotification(app: App, me: Person, id: string): Promise<{ status: 'ok' }> {
  const found = await mark(app, me, sql`n.id = ${id}`);
  if (!found) throw notFound();
  return { status: 'ok' };
}

export async function readAll(app: App, me: Person, group: NotificationGroup | undefined): Promise<{ status: 'ok' }> {
  await mark(app, me, inGroup(group));
  return { status: 'ok' };
}

/** Marks as read, and updates the person's other screens if that changed anything. Returns whether it did. */
async function mark({ db, clock, realtime }: App, me: Person, which: Sql): Promise<boolean> {
  return db.tx(async (tx) => {
    const rows = await tx.rows<{ isNew: boolean }>(sql`
      with found as (select n.id, n.read_at from notification n where ${ringsFor(me)} and ${which} for no key update)
      update notification n set read_at = coalesce(n.read_at, ${clock.now()}) from found
      where n.id = found.id returning found.read_at is null as "isNew"`);
    if (rows.some(({ isNew }) => isNew)) await realtime.notify(tx, me.id, 'notification.changed', {});
    return rows.length > 0;
  });
}
