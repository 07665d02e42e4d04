import { defaultLanguage, type Language } from '#contract/kernel/languages.ts';
import type { LegalDocument, LegalVersion } from '#contract/legal/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import { readBody } from '#server/articles/read-body.ts';
import { productBody } from './product-text.ts';

type World = Pick<App, 'db' | 'clock' | 'settings' | 'text'>;

/** The current state of a version `v`. */
export const stateNow = (now: Date): Sql => sql`
  case when v.published_at is null then 'draft'
       when v.effective_on > (${now}::timestamptz at time zone 'UTC')::date then 'announced'
       when v.id in (select id from legal_in_force(${now})) then 'in_force' else 'former' end`;

/**
 * Text `t` of a version `v`: in the requested language, else the operator's, else English; none for the product's own
 * version.
 */
export const textIn = ({ settings }: Pick<App, 'settings'>, language: Language): Sql => sql`
  left join lateral (
    select * from legal_text each where each.version_id = v.id
    order by each.language = ${language} desc, each.language = ${settings.value('brand.language')} desc,
             each.language = ${defaultLanguage} desc, each.language
    limit 1
  ) t on true`;

/** The language in which a reader of `language` reads a version `v` with its text `t`. */
export const languageRead = (language: Language): Sql => sql`coalesce(t.language, ${language})`;

interface Row extends Omit<LegalDocument, 'title' | 'summary' | 'body'> {
  ofProduct: boolean;
  title: string | null;
  summary: string | null;
  body: unknown;
}

/** Published versions `v` that fit, with their texts, the latest of each kind first. */
export async function readVersions(
  { clock, settings, text }: World,
  db: Queries,
  language: Language,
  fits: Sql,
): Promise<LegalDocument[]> {
  const rows = await db.rows<Row>(sql`
    select v.id, v.kind, v.number, ${stateNow(clock.now())} as state, v.effective_on::text, v.of_product as "ofProduct",
           t.title, t.summary, t.body, ${languageRead(language)} as language
    from legal_version v ${textIn({ settings }, language)}
    where v.published_at is not null and ${fits}
    order by array_position(array['terms', 'privacy', 'risk'], v.kind), v.number desc`);
  return rows.map(({ ofProduct, title, summary, body, ...version }) => ({
    ...version,
    title: title ?? text(language, 'legal.product_title'),
    summary: summary ?? '',
    body: ofProduct ? productBody({ settings, text }, language) : readBody(body),
  }));
}

/** All versions that the operator has published, without the texts. */
export const listVersions = (app: World, language: Language): Promise<LegalVersion[]> =>
  readVersions(app, app.db, language, sql`true`);

/** @throws Refusal `http.not_found`, also for a draft */
export async function showVersion(app: World, language: Language, id: string): Promise<LegalDocument> {
  const [version] = await readVersions(app, app.db, language, sql`v.id = ${id}`);
  if (!version) throw notFound();
  return version;
}
