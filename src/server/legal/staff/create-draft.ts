import { defaultLanguage } from '#contract/languages.ts';
import type { DeskLegal } from '#contract/legal-staff.ts';
import type { LegalKind } from '#contract/legal-names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Client } from '#server/platform/session.ts';
import { productBody } from '../product-text.ts';
import { readDeskVersion } from './read-version.ts';

interface Last {
  id: string;
  number: number;
  ofProduct: boolean;
  isDraft: boolean;
}

/** Begins the next version of a document from the texts of the last; what changes is to be said anew. A draft goes on. */
export async function beginDraft(app: App, me: Client, kind: LegalKind): Promise<DeskLegal> {
  return app.db.tx(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(hashtext('legal_version'))`);
    const last = await tx.maybeOne<Last>(sql`
      select id, number, of_product as "ofProduct", published_at is null as "isDraft" from legal_version
      where kind = ${kind} order by number desc limit 1`);
    if (last?.isDraft) return readDeskVersion(app, tx, last.id);
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
      act: 'legal.begin',
      details: { document: kind, version: String(number) },
    });
    return readDeskVersion(app, tx, id);
  });
}

/** What the product says, in English and in the language of the house: a broker’s first terms begin there. */
async function copyProductText(app: App, tx: Tx, me: Client, id: string): Promise<void> {
  for (const language of new Set([defaultLanguage, app.house.value('brand.language')]))
    await tx.run(sql`
      insert into legal_text (version_id, language, title, summary, body, revision, changed_at, changed_by)
      values (${id}, ${language}, ${app.text(language, 'legal.product_title')}, '',
              ${JSON.stringify(productBody(app, language))}, 1, ${app.clock.now()}, ${me.id})`);
}
