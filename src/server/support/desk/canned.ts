import type { Canned } from '#contract/support-desk.ts';
import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';

const placeholders = new Set(['{client}', '{agent}', '{number}']);

/** The answers that support keeps ready, each in the languages that it has. */
export async function listCanned({ db }: App): Promise<{ answers: Canned[] }> {
  const answers = await db.rows<Canned>(sql`
    select shortcut, jsonb_object_agg(language, body) as texts from support_canned group by shortcut order by shortcut`);
  return { answers };
}

/** @throws Refusal `support.placeholder` */
export async function saveCanned(
  app: App,
  me: Client,
  { shortcut, language, text }: { shortcut: string; language: Language; text: string },
): Promise<Canned> {
  const unknown = text.match(/\{[^{}]*\}/g)?.find((name) => !placeholders.has(name));
  if (unknown)
    throw refuseField('text', 'support.placeholder', { name: unknown, allowed: [...placeholders].join(', ') });
  await app.db.tx(async (tx) => {
    await tx.run(sql`
      insert into support_canned (shortcut, language, body, updated_by, updated_at)
      values (${shortcut}, ${language}, ${text}, ${me.id}, ${app.clock.now()})
      on conflict (shortcut, language) do update
      set body = excluded.body, updated_by = excluded.updated_by, updated_at = excluded.updated_at`);
    await writeAudit(tx, app.clock, { actorId: me.id, act: 'support.save_canned', details: { shortcut, language } });
  });
  return app.db.one<Canned>(sql`
    select shortcut, jsonb_object_agg(language, body) as texts from support_canned where shortcut = ${shortcut} group by shortcut`);
}

export async function removeCanned(app: App, me: Client, shortcut: string): Promise<void> {
  await app.db.tx(async (tx) => {
    const removed = await tx.run(sql`delete from support_canned where shortcut = ${shortcut}`);
    if (removed > 0)
      await writeAudit(tx, app.clock, { actorId: me.id, act: 'support.remove_canned', details: { shortcut } });
  });
}
