import type { Language } from '#contract/kernel/languages.ts';
import type { LegalDocument } from '#contract/legal/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person, Device } from '#server/platform/session/session.ts';
import { isSame, writeConsents } from './consent.ts';
import { readVersions } from './versions.ts';

type Me = Pick<Person, 'id' | 'owesConsent'>;

/** What a client has yet to accept, with the texts. */
export async function listDue(app: App, me: Me, language: Language): Promise<LegalDocument[]> {
  if (!me.owesConsent) return [];
  return readVersions(app, app.db, language, sql`v.id in (select id from legal_due(${me.id}, ${app.clock.now()}))`);
}

/**
 * Accepts everything due, or nothing. A repeated call has no effect: nothing is due by then.
 * @throws Refusal `legal.changed` when the client read something else than is due
 */
export async function acceptDue(
  app: App,
  me: Me,
  { language, device, seen }: { language: Language; device: Device; seen: readonly string[] },
): Promise<{ status: 'ok' }> {
  return app.db.tx(async (tx) => {
    await tx.run(sql`select from person where id = ${me.id} for no key update`);
    const due = await tx.rows<{ id: string }>(sql`select id from legal_due(${me.id}, ${app.clock.now()})`);
    if (!me.owesConsent || due.length === 0) return { status: 'ok' };
    if (!isSame(seen, due)) throw refuse('legal.changed');
    const who = { clientId: me.id, language, device };
    await writeConsents(tx, app, who, sql`legal_due(${me.id}, ${app.clock.now()})`);
    return { status: 'ok' };
  });
}
