import type { Reader } from '#contract/kernel/text/number-format.ts';
import { kinds, termsOf, type NotificationKind } from '#contract/notifications/kinds.ts';
import type { DeliveryState, NotificationChannel } from '#contract/notifications/names.ts';
import type { Delivery } from '#contract/notifications/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { CsvCell } from '#server/platform/exports/csv.ts';
import { patternOf } from '#server/platform/db/pattern.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { spoken, type Params } from './params.ts';

interface Filter {
  search?: string | undefined;
  state?: DeliveryState | undefined;
  channel?: NotificationChannel | undefined;
}

interface Row {
  id: string;
  kind: NotificationKind;
  params: Params;
  channel: NotificationChannel;
  state: DeliveryState;
  reason: string | null;
  dueAt: Date | null;
  createdAt: Date;
  changedAt: Date;
  personId: string;
  name: string;
  email: string;
}

const pageLength = 50;

/**
 * The deliveries to people with their states, the latest first. The page size counts notifications, each with all its
 * channels.
 */
export async function listDeliveries(app: App, reader: Reader, filter: Filter & { cursor?: string | undefined }) {
  const rows = await read(app, filter, filter.cursor ?? null, pageLength + 1);
  const ids = [...new Set(rows.map(({ id }) => id))];
  const shown = new Set(ids.slice(0, pageLength));
  return {
    deliveries: rows.filter(({ id }) => shown.has(id)).map((row) => show(app, reader, row)),
    next_cursor: ids.length > pageLength ? (ids[pageLength - 1] ?? null) : null,
  };
}

/** @param count of notifications, each with all its channels that pass the filter */
function read({ db }: App, { search, state, channel }: Filter, cursor: string | null, count: number) {
  const matches = sql`
    (${state ?? null}::text is null or d.state = ${state ?? null})
    and (${channel ?? null}::text is null or d.channel = ${channel ?? null})`;
  return db.rows<Row>(sql`
    select n.id, n.kind, n.params, n.created_at as "createdAt", d.channel, d.state, d.reason, d.due_at as "dueAt",
           d.changed_at as "changedAt", c.id as "personId", c.full_name as name,
           coalesce(d.emailed_to, c.email) as email
    from (
      select n.* from notification n join person c on c.id = n.person_id
      left join notification_delivery letter on letter.notification_id = n.id and letter.channel = 'email'
      where n.kind = any(${kinds}::text[]) and (${cursor}::uuid is null or n.id < ${cursor})
        and concat_ws(' ', name_and_email(c), letter.emailed_to) ilike ${patternOf(search ?? '')}
        and exists (select from notification_delivery d where d.notification_id = n.id and ${matches})
      order by n.id desc limit ${count}
    ) n
    join notification_delivery d on d.notification_id = n.id join person c on c.id = n.person_id
    where ${matches} order by n.id desc, d.channel`);
}

/**
 * The title of the notification alone. A title that needs data of the email, as a code, is replaced by the name of its
 * kind.
 */
function show(app: App, reader: Reader, row: Row): Delivery {
  const { id, kind, personId, name, email, channel, state, reason } = row;
  const values = { ...spoken(app, reader, row.params), app: app.settings.brand().name, code: '••••••' };
  return {
    id,
    client: { id: personId, name, email },
    kind,
    group: termsOf(kind).group,
    title: app.text(reader.language, `emails.${kind}_heading`, values),
    channel,
    state,
    reason,
    due_at: row.dueAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    changed_at: row.changedAt.toISOString(),
  };
}

const time = (instant: string | null): CsvCell => instant?.replace('T', ' ').slice(0, 19) ?? '';

/** Columns of the file, by the same names in every language. */
const columns: Columns<Delivery> = {
  created_utc: ({ created_at }) => time(created_at),
  client: ({ client }) => client.name,
  email: ({ client }) => client.email,
  kind: ({ kind }) => kind,
  title: ({ title }) => title,
  channel: ({ channel }) => channel,
  state: ({ state }) => state,
  reason: ({ reason }) => reason ?? '',
  due_utc: ({ due_at }) => time(due_at),
  changed_utc: ({ changed_at }) => time(changed_at),
};

/** The same as a file; the filter narrows rows down, so a notification has a row for each of its channels. */
export const deliveriesFile = (app: App, me: Person, reader: Reader, filter: Filter): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'mail-log',
    action: 'notifications.export_log',
    filter,
    columns,
    read: async (limit) => (await read(app, filter, null, limit)).slice(0, limit).map((row) => show(app, reader, row)),
  });
