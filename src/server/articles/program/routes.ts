import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { handle } from '#server/platform/http/handle.ts';
import type { Actor } from '#server/platform/session/actor.ts';
import { writeOnce } from '#server/platform/session/program-write.ts';
import { createArticle } from '../staff/create-article.ts';
import { publishArticle } from '../staff/publish.ts';
import { readStaffArticle } from '../staff/read-article.ts';
import { saveText } from '../staff/save-text.ts';
import { setCategory } from '../staff/set-category.ts';
import { setContent } from '../staff/set-content.ts';
import { withdrawArticle } from '../staff/withdraw.ts';

/** Articles for programs of the operator, by the commands of staff. */
export function articlesOfPrograms(app: App): void {
  /** Changes an article once, and answers with its id. */
  async function changed(
    name: Parameters<typeof writeOnce>[1],
    call: Parameters<typeof writeOnce>[2] & { params: { id: string } },
    change: (tx: Tx, by: Actor) => Promise<void>,
  ): Promise<{ article_id: string }> {
    const { id } = call.params;
    await writeOnce(app, name, call, async (tx, by) => {
      await change(tx, by);
      return id;
    });
    return { article_id: id };
  }
  handle(app, 'operator_api.article', ({ params }) => readStaffArticle(app, app.db, params.id));
  handle(app, 'operator_api.create_article', async (call) => {
    const id = await writeOnce(app, 'operator_api.create_article', call, (tx, by) =>
      createArticle(app, tx, by, call.body),
    );
    return { id, language: call.body.language, revision: 1 };
  });
  handle(app, 'operator_api.save_article', async (call) => {
    const text = { ...call.params, ...call.body };
    await writeOnce(app, 'operator_api.save_article', call, async (tx, by) => {
      await saveText(app, tx, by, text);
      return text.id;
    });
    return { article_id: text.id, language: text.language, revision: text.revision + 1 };
  });
  handle(app, 'operator_api.set_category', async (call) => {
    const { id } = call.params;
    return changed('operator_api.set_category', call, (tx, by) => setCategory(app, tx, by, { id, ...call.body }));
  });
  handle(app, 'operator_api.set_content', async (call) => {
    const { id } = call.params;
    return changed('operator_api.set_content', call, (tx, by) => setContent(app, tx, by, { id, ...call.body }));
  });
  handle(app, 'operator_api.publish_article', async (call) => {
    const { id } = call.params;
    return changed('operator_api.publish_article', call, (tx, by) => publishArticle(app, tx, by, { id, ...call.body }));
  });
  handle(app, 'operator_api.withdraw_article', async (call) => {
    const { id } = call.params;
    return changed('operator_api.withdraw_article', call, (tx, by) => withdrawArticle(app, tx, by, id));
  });
}
