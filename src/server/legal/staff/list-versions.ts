import type { Language } from '#contract/kernel/languages.ts';
import type { LegalKind, LegalState } from '#contract/legal/names.ts';
import { languages } from '#contract/kernel/languages.ts';
import type { ListedLegal } from '#contract/legal/staff-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { stateNow } from '../versions.ts';

interface Row {
  id: string;
  kind: LegalKind;
  number: number;
  state: LegalState;
  ofProduct: boolean;
  requiresNewConsent: boolean;
  effectiveOn: string | null;
  publishedAt: Date | null;
  publishedBy: string | null;
  languages: Language[];
  accepted: number;
  outstanding: number;
}

/**
 * Versions `v` that fit, the latest of each kind first, with the number of clients who have and have not accepted them.
 */
export async function readVersions({ clock }: App, db: Queries, fits: Sql = sql`true`): Promise<ListedLegal[]> {
  const rows = await db.rows<Row>(sql`
    select v.id, v.kind, v.number, ${stateNow(clock.now())} as state, v.of_product as "ofProduct", v.requires_new_consent as "requiresNewConsent",
           v.effective_on::text as "effectiveOn", v.published_at as "publishedAt",
           p.full_name as "publishedBy",
           array(select t.language from legal_text t where t.version_id = v.id order by t.language) as languages,
           (select count(*)::int from legal_consent k join person c on c.id = k.client_id
            where k.version_id = v.id and c.roles = '{client}') as accepted,
           case when v.published_at is null then 0 else
             (select count(*)::int from person c
              where c.roles = '{client}' and c.closed_at is null and not exists (
                select from legal_consent k join legal_version s on s.id = k.version_id
                where k.client_id = c.id and s.kind = v.kind and s.number >= v.number)) end as outstanding
    from legal_version v left join person p on p.id = v.published_by
    where ${fits}
    order by array_position(array['terms', 'privacy', 'risk'], v.kind), v.number desc`);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    number: row.number,
    state: row.state,
    of_product: row.ofProduct,
    requires_new_consent: row.requiresNewConsent,
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
  requires_new_consent: (version) => (version.requires_new_consent ? 'yes' : 'no'),
  effective_on: (version) => version.effective_on,
  published_utc: (version) => version.published_at,
  published_by: (version) => version.published_by,
  languages: (version) => version.languages.join(' '),
  accepted: ({ accepted }) => String(accepted),
  outstanding: ({ outstanding }) => String(outstanding),
};

/** The same as a file, without the texts. */
export const versionsFile = (app: App, me: Person): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'legal-documents',
    action: 'legal.staff_list_file',
    filter: {},
    columns,
    read: async (limit) => (await readVersions(app, app.db)).slice(0, limit),
  });
