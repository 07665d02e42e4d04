import type { AuditDetail } from '#contract/audit-details.ts';
import type { Language } from '#contract/languages.ts';
import { builtInReasons, reasonPurposes, type ReasonPurpose } from '#contract/reason-names.ts';
import type { AuditRow } from '#contract/staff.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { tellReason, type Said } from '#server/platform/reasons/format-reason.ts';

type Saying = (name: string, value: string, row: AuditRow) => string | null;

/** Adds to what is noted by a number or a code what that is called. */
export async function sayDetails(app: App, language: Language, rows: readonly AuditRow[]): Promise<AuditRow[]> {
  const [nameOf, reasonOf] = await Promise.all([readNames(app, rows), readReasons(app, language, rows)]);
  return rows.map((row) => ({
    ...row,
    details: row.details.map((detail) => ({
      ...detail,
      said: nameOf(detail.name, detail.value, row) ?? reasonOf(detail.name, detail.value, row),
    })),
  }));
}

const valuesOf = (rows: readonly AuditRow[], names: readonly string[]) => [
  ...new Set(
    rows.flatMap(({ details }) => details.filter(({ name }) => names.includes(name)).map(({ value }) => value)),
  ),
];

const named: readonly AuditDetail[] = ['offering', 'stock_id', 'article', 'client_id', 'actor_id'];
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

async function readNames({ db }: App, rows: readonly AuditRow[]): Promise<Saying> {
  const ids = valuesOf(rows, named).filter((value) => uuid.test(value));
  const found = await db.rows<{ id: string; name: string }>(sql`
    select id, ticker as name from ipo_offering where id = any(${ids}::uuid[])
    union all
    select article_id, min(title) from article_text where article_id = any(${ids}::uuid[]) group by article_id
    union all
    select id, first_name || ' ' || second_name from client where id = any(${ids}::uuid[])`);
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return (name, value) => ((named as readonly string[]).includes(name) ? (names.get(value) ?? null) : null);
}

/** Acts that keep a code of their catalogue without naming it. */
const purposes: Record<string, ReasonPurpose> = {
  'clients.reset_second_factor': 'factor_reset',
  'clients.change_email': 'email_change',
};

async function readReasons(app: App, language: Language, rows: readonly AuditRow[]): Promise<Saying> {
  const kept = valuesOf(rows, ['reason_code', 'code']);
  const found = await app.db.rows<{ kept: string; said: Said | null }>(sql`
    select kept, reason_said(kept) as said from unnest(${kept}::text[]) as of (kept)`);
  const texts = new Map(found.map((row) => [row.kept, row.said]));
  return (name, value, { act, details }) => {
    if (name !== 'reason_code' && name !== 'code') return null;
    const stated = details.find((detail) => detail.name === 'purpose')?.value;
    const purpose = purposes[act] ?? reasonPurposes.find((each) => each === stated);
    if (purpose === undefined || act.startsWith('reasons.')) return null;
    const said = texts.get(value) ?? null;
    // A code that came and went with a former version has no text any more.
    const isTold = said !== null || (builtInReasons[purpose] as readonly string[]).includes(value);
    return isTold ? tellReason(app, language, { purpose, kept: value, said }).explanation : null;
  };
}
