import type { ArticleBlock } from '#contract/articles/body.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { StaffLegal, LegalText } from '#contract/legal/staff-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { lockDraft, readStaffVersion, readTexts } from './read-version.ts';

interface ToSave {
  id: string;
  language: Language;
  /** The revision of the text that this one was built on; 0 for none. */
  revision: number;
  title: string;
  summary: string;
  body: ArticleBlock[];
}

/**
 * Saves a text of a draft. Of two people who changed the same text, the second is refused and gets the first one's
 * name.
 * @throws Refusal `http.not_found`, `legal.published`, `legal.changed_meanwhile`
 */
export async function saveLegalText(app: App, me: Person, text: ToSave): Promise<LegalText> {
  const { id, language, revision, title, summary, body } = text;
  return app.db.tx(async (tx) => {
    await lockDraft(tx, id);
    const whole = sql`t.version_id = ${id} and t.language = ${language}`;
    const [latest] = await readTexts(tx, whole);
    if ((latest?.revision ?? 0) !== revision)
      throw refuse('legal.changed_meanwhile', { by: latest?.changed_by ?? '', revision: latest?.revision ?? 0 });
    await tx.run(sql`
      insert into legal_text as t (version_id, language, title, summary, body, revision, changed_at, changed_by)
      values (${id}, ${language}, ${title}, ${summary}, ${JSON.stringify(body)}, 1, ${app.clock.now()}, ${me.id})
      on conflict (version_id, language) do update set
        title = excluded.title, summary = excluded.summary, body = excluded.body, revision = t.revision + 1,
        changed_at = excluded.changed_at, changed_by = excluded.changed_by`);
    const [stored] = await readTexts(tx, whole);
    if (!stored) throw new Error('a text that was just kept is not there');
    return stored;
  });
}

/** Removes a language from a draft. @throws Refusal `http.not_found`, `legal.published` */
export async function removeLegalText(app: App, id: string, language: Language): Promise<StaffLegal> {
  return app.db.tx(async (tx) => {
    await lockDraft(tx, id);
    await tx.run(sql`delete from legal_text where version_id = ${id} and language = ${language}`);
    return readStaffVersion(app, tx, id);
  });
}
