import type { Language } from '#contract/kernel/languages.ts';
import type { RefusalSpec } from '#contract/kernel/refusals/refusal.ts';
import { refusals, refusalText, type RefusalCode } from '#contract/refusals.ts';
import type { SecurityRow } from '#contract/staff/endpoints.ts';
import type { SecurityKind } from '#contract/staff/names.ts';
import { deviceName } from '#server/platform/session/device-name.ts';
import type { App } from '#server/platform/app.ts';
import { recordView } from '#server/platform/audit/audit.ts';
import { patternOf } from '#server/platform/db/pattern.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';

const pageSize = 50;

interface Filter {
  kind?: SecurityKind | undefined;
  client?: string | undefined;
  address?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The refusals and whom they concern, the latest first. */
export async function readSecurityLog(
  app: App,
  { me, language }: { me: Person; language: Language },
  { cursor, ...filter }: Filter & { cursor?: string | undefined },
) {
  if (!cursor) await recordView(app, { actorId: me.id, action: 'staff.view_security_log' });
  const rows = await readRows(app.db, filter, cursor, pageSize + 1);
  const entries = rows.slice(0, pageSize).map((row) => ({ ...row, message: messageOf(app, language, row.code) }));
  return { entries, next_cursor: rows.length > pageSize ? (entries.at(-1)?.id ?? null) : null };
}

/** The text of a refusal whose values, which are not stored, do not count; null for a code of an earlier version. */
function messageOf({ text }: App, language: Language, code: string): string | null {
  const spec: RefusalSpec | undefined = refusals[code as RefusalCode];
  // Its values only say whom to contact.
  if (!spec || (spec.params && code !== 'auth.under_review')) return null;
  return text(language, refusalText(code), { contact: 'other' });
}

type Listed = Omit<SecurityRow, 'message'>;

const columns: Columns<Listed> = {
  time_utc: ({ at }) => at,
  kind: ({ kind }) => kind,
  code: ({ code }) => code,
  call: ({ endpoint }) => endpoint,
  client: ({ client }) => client?.name ?? '',
  client_id: ({ client }) => client?.id ?? '',
  address: ({ address }) => address ?? '',
  device: ({ device }) => device ?? '',
  times: ({ times }) => ({ number: String(times) }),
};

/** The same as a file. */
export const securityFile = (app: App, me: Person, filter: Filter): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'security',
    action: 'staff.export_security_log',
    filter,
    columns,
    read: (limit) => readRows(app.db, filter, undefined, limit),
  });

interface Row extends Omit<Listed, 'at' | 'client'> {
  lastAt: Date;
  clientId: string | null;
  clientName: string | null;
}

async function readRows(db: Queries, filter: Filter, cursor: string | undefined, limit: number): Promise<Listed[]> {
  const rows = await db.rows<Row>(sql`
    select e.id, e.last_at as "lastAt", e.kind, e.code, e.endpoint, e.address, e.device, e.times,
           c.id as "clientId", c.full_name as "clientName"
    from security_event e left join person c on c.id = e.person_id
    where ${conditionOf(filter)} and (${cursor ?? null}::uuid is null or e.id < ${cursor ?? null})
    order by e.id desc limit ${limit}`);
  return rows.map(({ lastAt, clientId, clientName, device, ...row }) => ({
    ...row,
    at: lastAt.toISOString(),
    device: deviceName(device),
    client: clientId === null ? null : { id: clientId, name: clientName ?? '' },
  }));
}

function conditionOf({ kind, client = '', address = '', from, to }: Filter): Sql {
  return sql`
    (${kind ?? null}::text is null or e.kind = ${kind ?? null})
    and (${from ?? null}::date is null or e.last_at >= ${from ?? null}::date at time zone 'UTC')
    and (${to ?? null}::date is null or e.last_at < (${to ?? null}::date + 1) at time zone 'UTC')
    and (${client} = '' or name_and_email(c) ilike ${patternOf(client)})
    and (${address} = '' or starts_with(e.address, ${address}))`;
}
