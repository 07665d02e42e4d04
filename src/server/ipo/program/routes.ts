import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { writeOnce } from '#server/platform/session/program-write.ts';
import { createDraft, editTerms, setOneProspectus, writeOneText } from '../staff/actions/write.ts';
import { lockDraft, readDraft } from './drafts.ts';

/** Drafts of offerings for programs of the operator, by the commands of staff. */
export function draftsOfPrograms(app: App): void {
  handle(app, 'operator_api.draft', ({ params }) => readDraft(app, params.id));
  handle(app, 'operator_api.create_draft', async (call) => {
    const id = await writeOnce(app, 'operator_api.create_draft', call, (tx, by) => createDraft(app, tx, by, call.body));
    return { id, version: 1 };
  });
  handle(app, 'operator_api.edit_draft', async (call) => {
    const body = { ...call.body, stock_id: call.params.id };
    const id = await writeOnce(app, 'operator_api.edit_draft', call, async (tx, by) => {
      await lockDraft(tx, body.stock_id);
      return editTerms(app, tx, by, body);
    });
    return { draft_id: id, version: body.version + 1 };
  });
  handle(app, 'operator_api.write_text_to_draft', async (call) => {
    const body = { ...call.body, stock_id: call.params.id };
    const id = await writeOnce(app, 'operator_api.write_text_to_draft', call, async (tx, by) => {
      await lockDraft(tx, body.stock_id);
      return writeOneText(app, tx, by, body);
    });
    return { draft_id: id, version: body.version + 1 };
  });
  handle(app, 'operator_api.set_prospectus', async (call) => {
    const body = { ...call.body, stock_id: call.params.id };
    const id = await writeOnce(app, 'operator_api.set_prospectus', call, async (tx, by) => {
      await lockDraft(tx, body.stock_id);
      return setOneProspectus(app, tx, by, body);
    });
    return { draft_id: id, version: body.version + 1 };
  });
}
