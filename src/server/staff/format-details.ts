import type { AuditDetail } from '#contract/staff/audit-details.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { builtInReasons, reasonPurposes, type ReasonPurpose } from '#contract/reasons/names.ts';
import type { AuditRow } from '#contract/staff/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { formatReason, type ReasonTexts } from '#server/platform/reasons/format-reason.ts';

type DetailFormat = (name: string, value: string, row: AuditRow) => string | null;

/** Adds to what is noted by a number or a code what that is called. */
export async function formatDetails(app: App, language: Language, rows: readonly AuditRow[]): Promise<AuditRow[]> {
  const [nameOf, reasonOf] = await Promise.all([readNames(app, rows), readReasons(app, language, rows)]);
  return rows.map((row) => ({
    ...row,
    details: row.details.map((detail) => ({
      ...detail,
      text: nameOf(detail.name, detail.value, row) ?? reasonOf(detail.name, detail.value, row),
    })),
  }));
}

const valuesOf = (rows: readonly AuditRow[], names: readonly string[]) => [
  ...new Set(
    rows.flatMap(({ details }) => details.filter(({ name }) => names.includes(name)).map(({ value }) => value)),
  ),
];

const named: readonly AuditDetail[] = ['offering', 'stock_id', 'article', 'client_id', 'actor_id', 'conversation'];
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

async function readNames({ db }: App, rows: readonly AuditRow[]): Promise<DetailFormat> {
  const ids = valuesOf(rows, named).filter((value) => uuid.test(value));
  const found = await db.rows<{ id: string; name: string }>(sql`
    select id, ticker as name from ipo_offering where id = any(${ids}::uuid[])
    union all
    select article_id, min(title) from article_text where article_id = any(${ids}::uuid[]) group by article_id
    union all
    select id, full_name from person where id = any(${ids}::uuid[])
    union all
    select id, number from conversation where id = any(${ids}::uuid[]) and number is not null`);
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return (name, value) => ((named as readonly string[]).includes(name) ? (names.get(value) ?? null) : null);
}

/** Actions that store a code of their catalogue without naming the catalogue. */
const purposes: Record<string, ReasonPurpose> = {
  'clients.reset_second_factor': 'factor_reset',
  'clients.change_email': 'email_change',
};

async function readReasons(app: App, language: Language, rows: readonly AuditRow[]): Promise<DetailFormat> {
  const versionedCode = valuesOf(rows, ['reason_code', 'code']);
  const found = await app.db.rows<{ versionedCode: string; text: ReasonTexts | null }>(sql`
    select code as "versionedCode", reason_texts(code) as text from unnest(${versionedCode}::text[]) as of (code)`);
  const texts = new Map(found.map((row) => [row.versionedCode, row.text]));
  return (name, value, { action, details }) => {
    if (name !== 'reason_code' && name !== 'code') return null;
    const stated = details.find((detail) => detail.name === 'purpose')?.value;
    const purpose = purposes[action] ?? reasonPurposes.find((each) => each === stated);
    if (purpose === undefined || action.startsWith('reasons.')) return null;
    const text = texts.get(value) ?? null;
    // A code that existed only in a former version no longer has a text.
    const isNotified = text !== null || (builtInReasons[purpose] as readonly string[]).includes(value);
    return isNotified
      ? formatReason(app, language, { purpose, versionedCode: value, reasonTexts: text }).explanation
      : null;
  };
}
