import type { ApiClient } from '#contract/operator/program-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { clientLevel, clientState } from '#server/platform/people/client-state.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import { readDocuments } from '#server/verification/document-row.ts';
import { pageOf, type Paging } from './page.ts';

type Row = Omit<ApiClient, 'created_at'> & { created_at: Date };

const select = (conditionAndOrder: Sql) => sql`
  select c.id, c.email, c.email_verified_at is not null as email_verified, c.first_name, c.second_name, c.phone, c.country,
         c.language, ${clientLevel} as verification_level, coalesce(t.tier, 'standard') as tier,
         ${clientState} as state,
         c.roles <> '{client}' as is_staff,
         array(select g.tag from client_tag g where g.client_id = c.id order by g.tag) as tags,
         k.manager_id, c.created_at
  from person c left join client_tier t on t.client_id = c.id left join client_manager k on k.client_id = c.id
  where ${conditionAndOrder}`;

const show = (row: Row): ApiClient => ({ ...row, created_at: row.created_at.toISOString() });

interface Query extends Paging {
  email?: string | null | undefined;
  country?: string | null | undefined;
}

/** Clients, the newest first. */
export async function readClients({ db }: App, { limit, cursor = null, email = null, country = null }: Query) {
  const rows = await db.rows<Row>(
    select(sql`
      (${cursor}::uuid is null or c.id < ${cursor}) and (${email}::text is null or c.email = ${email})
      and (${country}::text is null or c.country = ${country}) order by c.id desc limit ${limit + 1}`),
  );
  return pageOf(rows, limit, show, ({ id }) => id);
}

/** @throws Refusal `http.not_found` */
export async function readClient({ db }: App, id: string): Promise<ApiClient> {
  const row = await db.maybeOne<Row>(select(sql`c.id = ${id}`));
  if (!row) throw notFound();
  return show(row);
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
