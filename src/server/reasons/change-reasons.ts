import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { AuditActionOf } from '#contract/staff/audit-names.ts';
import type { CataloguedReason } from '#contract/reasons/endpoints.ts';
import { ownReasonsPerPurpose, type ReasonPurpose } from '#contract/reasons/names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';

interface Which {
  purpose: ReasonPurpose;
  code: string;
}
type Texts = CataloguedReason['texts'];

interface Row {
  code: string;
  own: boolean;
  position: number;
  active: boolean;
  version: number;
}

/** Every reason of a purpose, in its order, locked: a concurrent change waits here. */
async function lockPurpose(tx: Tx, purpose: ReasonPurpose): Promise<Row[]> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`reason:${purpose}`}, 0))`);
  const rows = await tx.rows<Row>(sql`
    select code, own, position, active, version from reason where purpose = ${purpose} order by code for update`);
  return rows.toSorted((a, b) => a.position - b.position);
}

/**
 * @throws Refusal `reasons.text_missing`; on `code`: `reasons.code_taken`; `reasons.full`
 */
export async function addReason(app: App, me: Person, { purpose, code, texts }: Which & { texts: Texts }) {
  checkTexts(app, texts);
  await app.db.tx(async (tx) => {
    const rows = await lockPurpose(tx, purpose);
    const taken = await tx.maybeOne(sql`select 1 as found from reason_version where code = ${code} limit 1`);
    if (taken || rows.some((row) => row.code === code)) throw refuseField('code', 'reasons.code_taken');
    if (rows.filter(({ own }) => own).length >= ownReasonsPerPurpose)
      throw refuse('reasons.full', { max: ownReasonsPerPurpose });
    const position = Math.max(0, ...rows.map((row) => row.position)) + 1;
    const added = await tx.run(sql`
      insert into reason (purpose, code, own, position, version) values (${purpose}, ${code}, true, ${position}, 1)
      on conflict do nothing`);
    // The same code for another purpose, at the same moment.
    if (added === 0) throw refuseField('code', 'reasons.code_taken');
    await writeTexts(app, tx, me, { code, version: 1, texts });
    await note(app, tx, me, 'reasons.add', { purpose, reason_code: `${code}.1`, ...reasonTexts(texts) });
  });
}

/** @throws Refusal `reasons.text_missing`, `http.not_found`, `reasons.built_in`, `reasons.changed` */
export async function writeReason(
  app: App,
  me: Person,
  { purpose, code, texts, version: seen }: Which & { texts: Texts; version: number },
) {
  checkTexts(app, texts);
  await app.db.tx(async (tx) => {
    const row = await lockReason(tx, { purpose, code });
    if (!row.own) throw refuse('reasons.built_in');
    if (row.version !== seen) throw refuse('reasons.changed');
    const version = seen + 1;
    await tx.run(sql`update reason set version = ${version} where purpose = ${purpose} and code = ${code}`);
    await writeTexts(app, tx, me, { code, version, texts });
    await note(app, tx, me, 'reasons.write', { purpose, reason_code: `${code}.${version}`, ...reasonTexts(texts) });
  });
}

/** @throws Refusal `http.not_found`, `reasons.last` when no open reason would be left */
export async function setActive(app: App, me: Person, { purpose, code, active }: Which & { active: boolean }) {
  await app.db.tx(async (tx) => {
    const row = await lockReason(tx, { purpose, code });
    if (row.active === active) return;
    if (!active && row.others === 0) throw refuse('reasons.last');
    await tx.run(sql`update reason set active = ${active} where purpose = ${purpose} and code = ${code}`);
    await note(app, tx, me, active ? 'reasons.activate' : 'reasons.retire', { purpose, reason_code: code });
  });
}

/** @throws Refusal `reasons.changed` when these are not all of them */
export async function orderReasons(
  app: App,
  me: Person,
  { purpose, codes }: { purpose: ReasonPurpose; codes: string[] },
) {
  await app.db.tx(async (tx) => {
    const rows = await lockPurpose(tx, purpose);
    const before = rows.map(({ code }) => code);
    if (codes.toSorted().join() !== before.toSorted().join()) throw refuse('reasons.changed');
    await tx.run(sql`
      update reason r set position = o.position from unnest(${codes}::text[]) with ordinality o (code, position)
      where r.purpose = ${purpose} and r.code = o.code`);
    await note(app, tx, me, 'reasons.order', { purpose, old_order: before.join(', '), order: codes.join(', ') });
  });
}

async function lockReason(tx: Tx, { purpose, code }: Which): Promise<Row & { others: number }> {
  const rows = await lockPurpose(tx, purpose);
  const row = rows.find((each) => each.code === code);
  if (!row) throw notFound();
  return { ...row, others: rows.filter((each) => each.active && each !== row).length };
}

/** A client with a language that has no text reads the one in the language of the installation, or in English. */
function checkTexts({ settings }: App, texts: Texts): void {
  if (!texts.some(({ language }) => language === settings.value('brand.language') || language === 'en')) {
    throw refuse('reasons.text_missing');
  }
}

async function writeTexts(
  { clock }: App,
  tx: Tx,
  me: Person,
  { code, version, texts }: { code: string; version: number; texts: Texts },
): Promise<void> {
  await tx.run(sql`
    insert into reason_version (code, version, written_by, at) values (${code}, ${version}, ${me.id}, ${clock.now()})`);
  await tx.run(sql`
    insert into reason_text (code, version, language, title, fix)
    select ${code}, ${version}, * from unnest(${texts.map(({ language }) => language)}::text[],
      ${texts.map(({ title }) => title)}::text[], ${texts.map(({ fix }) => fix)}::text[])`);
}

const reasonTexts = (texts: Texts): Record<string, string> =>
  Object.fromEntries(texts.map(({ language, title, fix }) => [language, `${title} ${fix}`.trim()]));

const note = ({ clock }: App, tx: Tx, me: Person, action: AuditActionOf<'reasons'>, details: AuditDetails) =>
  writeAudit(tx, clock, { actorId: me.id, action, details });
