import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { handle } from '#server/platform/http/handle.ts';
import type { Actor } from '#server/platform/session/actor.ts';
import { writeOnce } from '#server/platform/session/program-write.ts';
import { createDraft, editTerms, setOneProspectus, writeOneText } from '../staff/actions/write.ts';
import { lockDraft, readDraft } from './drafts.ts';

/** Drafts of offerings for programs of the operator, by the commands of staff. */
export function draftsOfPrograms(app: App): void {
  /** Changes a draft once and under its lock, and answers with its next version. */
  async function changed(
    name: Parameters<typeof writeOnce>[1],
    call: Parameters<typeof writeOnce>[2] & { params: { id: string }; body: { version: number } },
    change: (tx: Tx, by: Actor, stockId: string) => Promise<string>,
  ): Promise<{ draft_id: string; version: number }> {
    const id = await writeOnce(app, name, call, async (tx, by) => {
      await lockDraft(tx, call.params.id);
      return change(tx, by, call.params.id);
    });
    return { draft_id: id, version: call.body.version + 1 };
  }
  handle(app, 'operator_api.draft', ({ params }) => readDraft(app, params.id));
  handle(app, 'operator_api.create_draft', async (call) => {
    const id = await writeOnce(app, 'operator_api.create_draft', call, (tx, by) => createDraft(app, tx, by, call.body));
    return { id, version: 1 };
  });
  handle(app, 'operator_api.edit_draft', (call) =>
    changed('operator_api.edit_draft', call, (tx, by, stock_id) => editTerms(app, tx, by, { ...call.body, stock_id })),
  );
  handle(app, 'operator_api.write_text_to_draft', (call) =>
    changed('operator_api.write_text_to_draft', call, (tx, by, stock_id) =>
      writeOneText(app, tx, by, { ...call.body, stock_id }),
    ),
  );
  handle(app, 'operator_api.set_prospectus', (call) =>
    changed('operator_api.set_prospectus', call, (tx, by, stock_id) =>
      setOneProspectus(app, tx, by, { ...call.body, stock_id }),
    ),
  );
}
