import { languages, type Language } from '#contract/kernel/languages.ts';
import type { CataloguedReason, ReasonCatalogue, FormattedReason } from '#contract/reasons/endpoints.ts';
import { reasonPurposes, type ReasonPurpose } from '#contract/reasons/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import { formatReason, type ReasonTexts } from '#server/platform/reasons/format-reason.ts';

interface Row {
  purpose: ReasonPurpose;
  code: string;
  own: boolean;
  active: boolean;
  version: number;
  reasonTexts: ReasonTexts | null;
}

const readRows = ({ db }: Pick<App, 'db'>, condition: Sql) =>
  db.rows<Row>(sql`
    select purpose, code, own, active, version, case when own then reason_texts(code || '.' || version) end as "reasonTexts"
    from reason where ${condition} order by purpose, position, code`);

const storedOf = ({ own, code, version }: Row) => (own ? `${code}.${version}` : code);

/** The whole catalogue, in one language. */
export async function readCatalogue(app: App, language: Language): Promise<ReasonCatalogue> {
  const rows = await readRows(app, sql`true`);
  return {
    default_language: app.settings.value('brand.language'),
    purposes: reasonPurposes.map((purpose) => ({
      purpose,
      reasons: rows.filter((row) => row.purpose === purpose).map((row) => show(app, language, row)),
    })),
  };
}

function show(app: App, language: Language, row: Row): CataloguedReason {
  const { purpose, own, active, version, reasonTexts } = row;
  return {
    ...formatReason(app, language, { purpose, versionedCode: storedOf(row), reasonTexts: reasonTexts }),
    own,
    active,
    version,
    texts: textsOf(reasonTexts),
    missing: own ? languages.filter((each) => !reasonTexts?.[each]) : [],
  };
}

function textsOf(reasonTexts: ReasonTexts | null): CataloguedReason['texts'] {
  return languages.flatMap((language) => {
    const text = reasonTexts?.[language];
    return text ? [{ language, ...text }] : [];
  });
}

/** What may be given for a purpose now. */
export async function readReasonOptions(
  app: App,
  language: Language,
  purpose: ReasonPurpose,
): Promise<FormattedReason[]> {
  const rows = await readRows(app, sql`purpose = ${purpose} and active`);
  return rows.map((row) =>
    formatReason(app, language, { purpose, versionedCode: storedOf(row), reasonTexts: row.reasonTexts }),
  );
}

/** @throws Refusal `http.not_found` for what is none of the broker’s own */
export async function readHistory(app: App, { purpose, code }: { purpose: ReasonPurpose; code: string }) {
  const rows = await app.db.rows<{ version: number; by: string; at: Date; reasonTexts: ReasonTexts }>(sql`
    select v.version, c.full_name as by, v.at, reason_texts(v.versioned_code) as "reasonTexts"
    from reason r join reason_version v using (code) join person c on c.id = v.written_by
    where r.purpose = ${purpose} and r.code = ${code} and r.own order by v.version desc`);
  if (rows.length === 0) throw notFound();
  return rows.map(({ version, by, at, reasonTexts }) => ({
    version,
    by,
    at: at.toISOString(),
    texts: textsOf(reasonTexts),
  }));
}
