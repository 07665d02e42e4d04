import { defaultLanguage } from '#contract/kernel/languages.ts';
import type { StaffLegal } from '#contract/legal/staff-endpoints.ts';
import type { LegalKind } from '#contract/legal/names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Person } from '#server/platform/session/session.ts';
import { productBody } from '../product-text.ts';
import { readStaffVersion } from './read-version.ts';

interface Last {
  id: string;
  number: number;
  ofProduct: boolean;
  isDraft: boolean;
}

/**
 * Starts the next version of a document from the texts of the last one; the summary of changes starts empty. An
 * existing draft is returned.
 */
export async function createDraft(app: App, me: Person, kind: LegalKind): Promise<StaffLegal> {
  return app.db.tx(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(hashtext('legal_version'))`);
    const last = await tx.maybeOne<Last>(sql`
      select id, number, of_product as "ofProduct", published_at is null as "isDraft" from legal_version
      where kind = ${kind} order by number desc limit 1`);
    if (last?.isDraft) return readStaffVersion(app, tx, last.id);
    const id = newId();
    const number = (last?.number ?? 0) + 1;
    const now = app.clock.now();
    await tx.run(sql`
      insert into legal_version (id, kind, number, created_at, created_by)
      values (${id}, ${kind}, ${number}, ${now}, ${me.id})`);
    if (last?.ofProduct) await copyProductText(app, tx, me, id);
    else if (last)
      await tx.run(sql`
        insert into legal_text (version_id, language, title, summary, body, revision, changed_at, changed_by)
        select ${id}, language, title, '', body, 1, ${now}, ${me.id} from legal_text where version_id = ${last.id}`);
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      action: 'legal.create_draft',
      details: { document: kind, version: String(number) },
    });
    return readStaffVersion(app, tx, id);
  });
}

/** The product's text in English and in the operator's language, as a start for a broker’s first terms. */
async function copyProductText(app: App, tx: Tx, me: Person, id: string): Promise<void> {
  for (const language of new Set([defaultLanguage, app.settings.value('brand.language')]))
    await tx.run(sql`
      insert into legal_text (version_id, language, title, summary, body, revision, changed_at, changed_by)
      values (${id}, ${language}, ${app.text(language, 'legal.product_title')}, '',
              ${JSON.stringify(productBody(app, language))}, 1, ${app.clock.now()}, ${me.id})`);
}
