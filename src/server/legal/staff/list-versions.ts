import type { Language } from '#contract/languages.ts';
import type { LegalKind, LegalState } from '#contract/legal-names.ts';
import { languages } from '#contract/languages.ts';
import type { ListedLegal } from '#contract/legal-staff.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { FileAnswer } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/list-file.ts';
import type { Client } from '#server/platform/session.ts';
import { stateNow } from '../versions.ts';

interface Row {
  id: string;
  kind: LegalKind;
  number: number;
  state: LegalState;
  ofProduct: boolean;
  asksAnew: boolean;
  effectiveOn: string | null;
  publishedAt: Date | null;
  publishedBy: string | null;
  languages: Language[];
  accepted: number;
  outstanding: number;
}

/** Versions `v` that fit, the latest of each kind first, with how many clients have accepted them and how many have not. */
export async function readDesk({ clock }: App, db: Queries, fits: Sql = sql`true`): Promise<ListedLegal[]> {
  const rows = await db.rows<Row>(sql`
    select v.id, v.kind, v.number, ${stateNow(clock.now())} as state, v.of_product as "ofProduct", v.asks_anew as "asksAnew",
           v.effective_on::text as "effectiveOn", v.published_at as "publishedAt",
           p.first_name || ' ' || p.second_name as "publishedBy",
           array(select t.language from legal_text t where t.version_id = v.id order by t.language) as languages,
           (select count(*)::int from legal_consent k join client c on c.id = k.client_id
            where k.version_id = v.id and c.roles = '{client}') as accepted,
           case when v.published_at is null then 0 else
             (select count(*)::int from client c
              where c.roles = '{client}' and c.closed_at is null and not exists (
                select from legal_consent k join legal_version s on s.id = k.version_id
                where k.client_id = c.id and s.kind = v.kind and s.number >= v.number)) end as outstanding
    from legal_version v left join client p on p.id = v.published_by
    where ${fits}
    order by array_position(array['terms', 'privacy', 'risk'], v.kind), v.number desc`);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    number: row.number,
    state: row.state,
    of_product: row.ofProduct,
    asks_anew: row.asksAnew,
    effective_on: row.effectiveOn,
    published_at: row.publishedAt?.toISOString() ?? null,
    published_by: row.publishedBy,
    languages: row.ofProduct ? [...languages] : row.languages,
    accepted: row.accepted,
    outstanding: row.outstanding,
  }));
}

const columns: Columns<ListedLegal> = {
  id: ({ id }) => id,
  document: ({ kind }) => kind,
  version: ({ number }) => String(number),
  state: ({ state }) => state,
  asks_anew: (version) => (version.asks_anew ? 'yes' : 'no'),
  effective_on: (version) => version.effective_on,
  published_utc: (version) => version.published_at,
  published_by: (version) => version.published_by,
  languages: (version) => version.languages.join(' '),
  accepted: ({ accepted }) => String(accepted),
  outstanding: ({ outstanding }) => String(outstanding),
};

/** The same as a file, without the texts. */
export const deskFile = (app: App, me: Client): Promise<FileAnswer> =>
  listFile(app, me, {
    name: 'legal-documents',
    act: 'legal.desk_file',
    filter: {},
    columns,
    read: async (limit) => (await readDesk(app, app.db)).slice(0, limit),
  });
