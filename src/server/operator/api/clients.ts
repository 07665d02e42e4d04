import type { ApiClient } from '#contract/operator/program-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { clientLevel, clientState } from '#server/platform/people/client-state.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import { readDocuments } from '#server/verification/document-row.ts';
import { pageOf, readPlace, rowsFrom, type Paging } from '#server/platform/lists/program-lists.ts';

type Row = Omit<ApiClient, 'created_at' | 'updated_at'> & { createdAt: Date; changedAt: Date };

const columns = sql`
  c.id, c.email, c.email_verified_at is not null as email_verified, c.first_name, c.second_name, c.phone, c.country,
  c.language, c.brand, ${clientLevel} as verification_level, c.risk_rating as risk, coalesce(t.tier, 'standard') as tier, ${clientState} as state,
  c.roles <> '{client}' as is_staff,
  array(select g.tag from client_tag g where g.client_id = c.id order by g.tag) as tags,
  k.manager_id, c.created_at as "createdAt", h.changed_at as "changedAt"`;

/** Each client `c` with the last change `h`. */
const clients = sql`
  person c
  cross join lateral (select max(h.changed_at) as changed_at from client_change h where h.client_id = c.id) h`;

/** Each client `c` with the last of the changes `h` before a time. */
const changedClients = (before: Date) => sql`
  (select h.client_id, h.changed_at from client_change h
   where not exists (
     select from client_change later
     where later.client_id = h.client_id and (later.changed_at, later.id) > (h.changed_at, h.id)
       and later.changed_at < ${before}::timestamptz)) h
  join person c on c.id = h.client_id`;

const more = sql`
  left join client_tier t on t.client_id = c.id left join client_manager k on k.client_id = c.id`;

const shown =
  ({ settings }: App) =>
  ({ createdAt, changedAt, ...row }: Row): ApiClient => ({
    ...row,
    brand: settings.hostOfBrand(row.brand),
    created_at: createdAt.toISOString(),
    updated_at: changedAt.toISOString(),
  });

interface Filter {
  email?: string | null | undefined;
  country?: string | null | undefined;
}

/** All clients. */
export async function readClients(app: App, { email = null, country = null, ...query }: Paging & Filter) {
  const { db } = app;
  const place = await readPlace(db, query);
  const filter = sql`(${email}::text is null or c.email = ${email}) and (${country}::text is null or c.country = ${country})`;
  const rows = await db.rows<Row>(
    place.changes
      ? sql`select ${columns} from ${changedClients(place.changes.before)} ${more}
          where ${filter} and ${rowsFrom(place, sql`h.client_id`, sql`h.changed_at`)}`
      : sql`select ${columns} from ${clients} ${more} where ${filter} and ${rowsFrom(place, sql`c.id`, sql`h.changed_at`)}`,
  );
  return pageOf(rows, place, shown(app));
}

/** @throws Refusal `http.not_found` */
export async function readClient(app: App, id: string): Promise<ApiClient> {
  const row = await app.db.maybeOne<Row>(sql`select ${columns} from ${clients} ${more} where c.id = ${id}`);
  if (!row) throw notFound();
  return shown(app)(row);
}

/** How far a client is verified. @throws Refusal `http.not_found` */
export async function readVerification({ db }: App, id: string) {
  const client = await db.maybeOne<{ level: number }>(
    sql`select ${clientLevel} as level from person c where c.id = ${id}`,
  );
  if (!client) throw notFound();
  const documents = await readDocuments(db, sql`d.client_id = ${id}`);
  return {
    client_id: id,
    level: client.level,
    documents: documents.map(({ id, kind, type, state, reasons, expiresOn, createdAt, decidedAt }) => ({
      id,
      kind,
      type,
      state,
      reasons,
      expires_on: expiresOn,
      sent_at: createdAt.toISOString(),
      decided_at: decidedAt?.toISOString() ?? null,
    })),
  };
}
