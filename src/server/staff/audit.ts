import { allAuditActions, auditTextOf, isAuditAction } from '#contract/staff/audit-names.ts';
import { intlTagOf, languages, type Language } from '#contract/kernel/languages.ts';
import type { AuditRow } from '#contract/staff/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { recordView } from '#server/platform/audit/audit.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { patternOf } from '#server/platform/db/pattern.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { formatDetails } from './format-details.ts';

const pageSize = 50;

interface Filter {
  client?: string | undefined;
  client_id?: string | undefined;
  actor_id?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
}

/** The reader, and the language in which actions are named. */
interface Reader {
  me: Person;
  language: Language;
}

/**
 * The actions of staff, the latest first; ids sort by time, so the last one is the cursor. Reading the log is an action
 * as well.
 */
export async function readAudit(
  app: App,
  { me, language }: Reader,
  { cursor, ...filter }: Filter & { cursor?: string | undefined },
) {
  if (!cursor) await recordView(app, { actorId: me.id, action: 'staff.view_audit', details: textOf(filter) });
  const rows = await readRows(app, language, filter, { cursor, limit: pageSize + 1 });
  const page = rows.slice(0, pageSize);
  return {
    entries: await formatDetails(app, language, page),
    choices: cursor ? null : await readChoices(app.db),
    next_cursor: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  };
}

const textsIn = ({ details }: AuditRow) =>
  details.map(({ name, old, value }) => (old === null ? `${name}: ${value}` : `${name}: ${old} → ${value}`)).join('; ');

const columnsIn = ({ text }: App, language: Language): Columns<AuditRow> => ({
  number: ({ seq }) => seq ?? '',
  time_utc: ({ at }) => at,
  action: ({ action }) => action,
  what: ({ action }) => (isAuditAction(action) ? text(language, auditTextOf(action)) : action),
  by: ({ actor }) => actor?.name ?? '',
  client: ({ client }) => client?.name ?? '',
  client_id: ({ client }) => client?.id ?? '',
  details: textsIn,
});

/** The same as a file. */
export const auditFile = (app: App, { me, language }: Reader, filter: Filter): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'audit',
    action: 'staff.export_audit',
    filter,
    columns: columnsIn(app, language),
    read: (limit) => readRows(app, language, filter, { limit }),
  });

/** The filters that are set. */
const textOf = (filter: Filter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''));

interface Row {
  id: string;
  seq: string | null;
  at: Date;
  action: string;
  actorId: string | null;
  actor: string | null;
  clientId: string | null;
  client: string | null;
  details: Record<string, unknown>;
}

async function readRows(
  app: App,
  language: Language,
  filter: Filter,
  { cursor = null, limit }: { cursor?: string | undefined | null; limit: number },
): Promise<AuditRow[]> {
  const rows = await app.db.rows<Row>(sql`
    select e.id, l.seq::text as seq, e.created_at as at, e.action, e.details, a.id as "actorId", a.full_name as actor,
           c.id as "clientId", c.full_name as client
    from audit_entry e left join audit_chain l on l.entry_id = e.id left join person a on a.id = e.actor_id left join person c on c.id = e.client_id
    where ${conditionOf(app, language, filter)} and (${cursor}::uuid is null or e.id < ${cursor})
    order by e.id desc limit ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    seq: row.seq,
    at: row.at.toISOString(),
    action: row.action,
    actor: row.actorId === null ? null : { id: row.actorId, name: row.actor ?? '' },
    client: row.clientId === null ? null : { id: row.clientId, name: row.client ?? '' },
    details: detailsOf(row.details),
  }));
}

/** Actions whose codes, or whose names in the reader's language, contain these words. */
function actionsNamed({ text }: App, language: Language, words: string): string[] {
  const tag = intlTagOf(language);
  const search = words.toLocaleLowerCase(tag);
  return allAuditActions.filter(
    (action) =>
      action.includes(words.toLowerCase()) ||
      text(language, auditTextOf(action)).toLocaleLowerCase(tag).includes(search),
  );
}

function conditionOf(app: App, language: Language, filter: Filter): Sql {
  const { client_id = null, actor_id = null, action = null, from = null, to = null } = filter;
  const { client = '', search = '' } = filter;
  // A filter that is not set is no part of the statement, and each that is has an index.
  return sql`true
    ${client_id === null ? sql`` : sql`and e.client_id = ${client_id}`}
    ${actor_id === null ? sql`` : sql`and e.actor_id = ${actor_id}`}
    ${action === null ? sql`` : sql`and e.action = ${action}`}
    and (${from}::date is null or e.created_at >= ${from}::date at time zone 'UTC')
    and (${to}::date is null or e.created_at < (${to}::date + 1) at time zone 'UTC')
    ${client === '' ? sql`` : sql`and e.client_id in (select p.id from person p where name_and_email(p) ilike ${patternOf(client)})`}
    ${search === '' ? sql`` : sql`and (e.details::text ilike ${patternOf(search)} or e.action = any(${actionsNamed(app, language, search)}))`}`;
}

/**
 * Pairs of names under which modules store the old and the new value; texts by language, of which one side may be
 * missing.
 */
const pairs = [
  ['from', 'to'],
  ['before', 'after'],
] as const;
const textPairs = languages.map((language) => [`before_${language}`, `after_${language}`] as const);

/** The details of an action, with a change on one line of its own, first. */
function detailsOf(details: Record<string, unknown>): AuditRow['details'] {
  const text = (name: string) => {
    const value = details[name] ?? '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  const changed: (readonly [string, string])[] = [
    ...pairs.filter(([old, value]) => old in details && value in details),
    ...textPairs.filter(([old, value]) => old in details || value in details),
  ];
  const inPairs = new Set<string>(changed.flat());
  return [
    ...changed.map(([old, value]) => ({ name: value, old: text(old), value: text(value), text: null })),
    ...Object.keys(details)
      .filter((name) => !inPairs.has(name))
      .map((name) => {
        // Settings are stored on one line each, as `old → new`.
        const [old, value, ...more] = text(name).split(' → ');
        return value !== undefined && more.length === 0
          ? { name, old: old ?? '', value, text: null }
          : { name, old: null, value: text(name), text: null };
      }),
  ];
}

/** The people who acted, and the actions taken; each read by a step from one entry of an index to the next. */
async function readChoices(db: Queries) {
  const actions = await db.rows<{ action: string }>(sql`
    with recursive step (action) as (
      (select action from audit_entry order by action limit 1)
      union all
      select (select action from audit_entry where action > step.action order by action limit 1) from step where step.action is not null
    )
    select action from step where action is not null`);
  const actors = await db.rows<{ id: string; name: string }>(sql`
    select id, full_name as name from person c
    where exists (select from audit_entry e where e.actor_id = c.id) and roles <> '{client}'
    order by name, id`);
  return { actions: actions.map(({ action }) => action), actors };
}
