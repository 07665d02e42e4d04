import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handle } from '#server/platform/http/handle.ts';
import { writeOnce } from '#server/platform/session/program-write.ts';
import { addTag, removeTag, writeNote } from './notes.ts';
import { readKeepers, setPersonalManager } from './personal-manager.ts';

/** What programs of the operator write about clients, by the commands of staff. */
export function clientWrites(app: App): void {
  handle(app, 'operator_api.managers', async () => ({ data: await readKeepers(app) }));
  handle(app, 'operator_api.add_tag', async (call) => {
    const input = { client_id: call.params.id, tag: call.body.tag };
    const id = await writeOnce(app, 'operator_api.add_tag', call, async (tx, by) => {
      await addTag(app, tx, by, input);
      return input.client_id;
    });
    return { client_id: id, tag: input.tag, tagged: true };
  });
  handle(app, 'operator_api.remove_tag', async (call) => {
    const input = { client_id: call.params.id, tag: call.body.tag };
    const id = await writeOnce(app, 'operator_api.remove_tag', call, async (tx, by) => {
      await removeTag(app, tx, by, input);
      return input.client_id;
    });
    return { client_id: id, tag: input.tag, tagged: false };
  });
  handle(app, 'operator_api.add_note', async (call) => {
    const input = { client_id: call.params.id, text: call.body.text };
    const id = await writeOnce(app, 'operator_api.add_note', call, async (tx, by) => {
      const note = await writeNote(app, tx, by, input);
      return note.id;
    });
    const { at } = await app.db.one<{ at: Date }>(sql`select created_at as at from client_note where id = ${id}`);
    return { id, ...input, created_at: at.toISOString() };
  });
  handle(app, 'operator_api.set_manager', async (call) => {
    const input = { client_id: call.params.id, ...call.body };
    const id = await writeOnce(app, 'operator_api.set_manager', call, async (tx, by) => {
      await setPersonalManager(app, tx, by, input);
      return input.client_id;
    });
    return { client_id: id, manager_id: input.manager_id };
  });
}
