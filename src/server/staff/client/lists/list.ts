import type { AuditActionOf } from '#contract/staff/audit-names.ts';
import type { App } from '#server/platform/app.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { viewClient } from '../find.ts';

const pageLength = 50;

type ListOf<Action> = Action extends `staff.client_${infer List}_file` ? List : never;

export interface ListQuery {
  clientId: string;
  /** Of the last row of the page before; without it from the start. */
  cursor?: string | undefined;
  limit: number;
}

/** What a client has of one kind, as staff page through it and export it. */
export interface ClientList<Row> {
  /** Names the file and, as `staff.client_…_file`, the action in the audit log. */
  name: ListOf<AuditActionOf<'staff'>>;
  read: (app: App, query: ListQuery) => Promise<Row[]>;
  cursorOf: (row: Row) => string;
  columns: Columns<Row>;
}

/** Where ids sort by time. */
export const byId = ({ id }: { id: string }): string => id;

/** @throws Refusal `http.not_found` */
export async function readPage<Row>(
  app: App,
  me: Person,
  { read, cursorOf }: ClientList<Row>,
  { client_id: clientId, cursor }: { client_id: string; cursor?: string | undefined },
): Promise<{ rows: Row[]; next_cursor: string | null }> {
  await viewClient(app, me, clientId);
  const found = await read(app, { clientId, cursor, limit: pageLength + 1 });
  const rows = found.slice(0, pageLength);
  const last = rows.at(-1);
  return { rows, next_cursor: found.length > pageLength && last ? cursorOf(last) : null };
}

/** All of them as a file. @throws Refusal `http.not_found` */
export async function fileOf<Row>(
  app: App,
  me: Person,
  { name, read, columns }: ClientList<Row>,
  filter: { client_id: string },
): Promise<FileResponse> {
  await viewClient(app, me, filter.client_id);
  return listFile(app, me, {
    name: `client-${name}`,
    action: `staff.client_${name}_file`,
    filter,
    columns,
    read: (limit) => read(app, { clientId: filter.client_id, limit }),
  });
}
