import { languages, type Language } from '#contract/languages.ts';
import type { CataloguedReason, ReasonCatalogue, ToldReason } from '#contract/reasons.ts';
import { reasonPurposes, type ReasonPurpose } from '#contract/reason-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import { tellReason, type Said } from '#server/platform/reasons/format-reason.ts';

interface Row {
  purpose: ReasonPurpose;
  code: string;
  own: boolean;
  active: boolean;
  version: number;
  said: Said | null;
}

const readRows = ({ db }: Pick<App, 'db'>, condition: Sql) =>
  db.rows<Row>(sql`
    select purpose, code, own, active, version, case when own then reason_said(code || '.' || version) end as said
    from reason where ${condition} order by purpose, place, code`);

const keptOf = ({ own, code, version }: Row) => (own ? `${code}.${version}` : code);

/** The whole catalogue, told in a language. */
export async function readCatalogue(app: App, language: Language): Promise<ReasonCatalogue> {
  const rows = await readRows(app, sql`true`);
  return {
    default_language: app.house.value('brand.language'),
    purposes: reasonPurposes.map((purpose) => ({
      purpose,
      reasons: rows.filter((row) => row.purpose === purpose).map((row) => show(app, language, row)),
    })),
  };
}

function show(app: App, language: Language, row: Row): CataloguedReason {
  const { purpose, own, active, version, said } = row;
  return {
    ...tellReason(app, language, { purpose, kept: keptOf(row), said }),
    own,
    active,
    version,
    texts: textsOf(said),
    missing: own ? languages.filter((each) => !said?.[each]) : [],
  };
}

function textsOf(said: Said | null): CataloguedReason['texts'] {
  return languages.flatMap((language) => {
    const text = said?.[language];
    return text ? [{ language, ...text }] : [];
  });
}

/** What may be given for a purpose now. */
export async function readChoices(app: App, language: Language, purpose: ReasonPurpose): Promise<ToldReason[]> {
  const rows = await readRows(app, sql`purpose = ${purpose} and active`);
  return rows.map((row) => tellReason(app, language, { purpose, kept: keptOf(row), said: row.said }));
}

/** @throws Refusal `http.not_found` for what is none of the broker’s own */
export async function readHistory(app: App, { purpose, code }: { purpose: ReasonPurpose; code: string }) {
  const rows = await app.db.rows<{ version: number; by: string; at: Date; said: Said }>(sql`
    select v.version, c.first_name || ' ' || c.second_name as by, v.at, reason_said(v.kept) as said
    from reason r join reason_version v using (code) join client c on c.id = v.written_by
    where r.purpose = ${purpose} and r.code = ${code} and r.own order by v.version desc`);
  if (rows.length === 0) throw notFound();
  return rows.map(({ version, by, at, said }) => ({ version, by, at: at.toISOString(), texts: textsOf(said) }));
}
