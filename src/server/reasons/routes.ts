import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { addReason, orderReasons, setActive, writeReason } from './change-reasons.ts';
import { reasonsFile } from './list-file.ts';
import { readCatalogue, readReasonOptions, readHistory } from './read-reasons.ts';

/** The reasons that staff give. */
export function reasonsRoutes(app: App): void {
  handle(app, 'reasons.list', ({ request }) => readCatalogue(app, request.language));
  handle(app, 'reasons.file', async ({ me, request, reply }) =>
    sendFile(reply, await reasonsFile(app, me, request.language)),
  );
  handle(app, 'reasons.choices', ({ body, request }) => readReasonOptions(app, request.language, body.purpose));
  handle(app, 'reasons.history', ({ body }) => readHistory(app, body));
  handle(app, 'reasons.add', async ({ me, body, request }) => {
    await addReason(app, me, body);
    return readCatalogue(app, request.language);
  });
  handle(app, 'reasons.write', async ({ me, body, request }) => {
    await writeReason(app, me, body);
    return readCatalogue(app, request.language);
  });
  handle(app, 'reasons.set_active', async ({ me, body, request }) => {
    await setActive(app, me, body);
    return readCatalogue(app, request.language);
  });
  handle(app, 'reasons.order', async ({ me, body, request }) => {
    await orderReasons(app, me, body);
    return readCatalogue(app, request.language);
  });
}
