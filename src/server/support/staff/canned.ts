import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { Canned } from '#contract/support/staff-endpoints.ts';
import { cannedNames } from '#contract/support/staff-names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';

interface CannedQuery {
  was: string | null;
  shortcut: string;
  texts: Partial<Record<string, string>>;
}

/** The canned replies, each in its languages. */
export async function listCanned({ db }: App): Promise<{ replies: Canned[] }> {
  return { replies: await readCanned(db, sql`true`) };
}

async function readCanned(db: Queries, condition: Sql): Promise<Canned[]> {
  const rows = await db.rows<Omit<Canned, 'at'> & { at: Date }>(sql`
    select a.shortcut, jsonb_object_agg(a.language, a.body) as texts, max(a.updated_at) as at,
           (array_agg(p.full_name order by a.updated_at desc, a.language))[1] as by
    from support_canned a left join person p on p.id = a.updated_by
    where ${condition} group by a.shortcut order by a.shortcut`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/**
 * Saves a canned reply, all of its languages at once; the former one is in the audit log.
 * @throws Refusal `http.not_found`, `support.placeholder`, `support.shortcut_taken`
 */
export async function saveCanned(
  app: App,
  me: Pick<Person, 'id'>,
  { was, shortcut, texts }: CannedQuery,
): Promise<Canned> {
  return app.db.tx(async (tx) => {
    // Canned replies are few and seldom change, so one change at a time is enough.
    await tx.run(sql`lock table support_canned in share row exclusive mode`);
    const before = was === null ? {} : (await readCanned(tx, sql`a.shortcut = ${was}`))[0]?.texts;
    if (!before) throw notFound();
    for (const text of Object.values(texts)) refuseUnknownNames(text ?? '');
    if (was !== shortcut && (await readCanned(tx, sql`a.shortcut = ${shortcut}`)).length > 0)
      throw refuseField('shortcut', 'support.shortcut_taken');
    if (was !== null) await tx.run(sql`delete from support_canned where shortcut = ${was}`);
    await tx.run(sql`
      insert into support_canned (shortcut, language, body, updated_by, updated_at)
      select ${shortcut}, key, value, ${me.id}, ${app.clock.now()} from jsonb_each_text(${JSON.stringify(texts)}::jsonb)`);
    await note(app, tx, me, 'save_canned', {
      shortcut,
      was: was ?? '',
      ...named('before', before),
      ...named('after', texts),
    });
    const [saved] = await readCanned(tx, sql`a.shortcut = ${shortcut}`);
    if (!saved) throw new Error('an answer without texts was saved');
    return saved;
  });
}

/** Removes a canned reply; its texts stay in the audit log. */
export async function removeCanned(app: App, me: Person, shortcut: string): Promise<void> {
  await app.db.tx(async (tx) => {
    const [response] = await readCanned(tx, sql`a.shortcut = ${shortcut}`);
    const removed = await tx.run(sql`delete from support_canned where shortcut = ${shortcut}`);
    if (response && removed > 0)
      await note(app, tx, me, 'remove_canned', { shortcut, ...named('before', response.texts) });
  });
}

const note = (
  app: App,
  tx: Tx,
  me: Pick<Person, 'id'>,
  action: 'save_canned' | 'remove_canned',
  details: AuditDetails,
) => writeAudit(tx, app.clock, { actorId: me.id, action: `support.${action}`, details });

const named = (when: string, texts: CannedQuery['texts']): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [`${when}_${language}`, text ?? '']));

function refuseUnknownNames(text: string): void {
  const known: readonly string[] = cannedNames;
  const unknown = text.match(/\{[^{}]*\}/g)?.find((name) => !known.includes(name));
  if (unknown) throw refuseField('texts', 'support.placeholder', { name: unknown, allowed: cannedNames.join(', ') });
}
