import type { App } from '#server/platform/app.ts';
import { handleBytes } from '#server/platform/files/handle-bytes.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { addFile, missingFiles } from './documents/add-file.ts';
import { importFileReaders } from './documents/files.ts';
import { documentsData } from './documents/own-data.ts';
import { historyData } from './history/own-data.ts';
import { readEarlier } from './history/read-earlier.ts';
import { importReport, listImports, readImport } from './read-run.ts';
import { endImport, importApproval, requestImport, startCheck, startInvitations } from './run-actions.ts';
import { uploadImport } from './upload.ts';
import { endOldImports, inviteImported, workOnImports } from './work.ts';

const workEveryMs = 2000;
/** With the number at once: 200 emails a minute. */
const inviteEveryMs = 6000;

/** Clients, trading accounts, history and documents of another system, with opening balances. */
export function importsRoutes(app: App): void {
  handle(app, 'imports.earlier', ({ me, body }) => readEarlier(app, me.id, body));
  handle(app, 'imports.list', () => listImports(app));
  handle(app, 'imports.run', ({ request, body }) => readImport(app, request.language, body.run_id));
  handleBytes(app, 'imports.upload', ({ me, query }, content) => uploadImport(app, me, query, content));
  handle(app, 'imports.missing_files', ({ body }) => missingFiles(app, body));
  handleBytes(app, 'imports.add_file', ({ me, query }, content) => addFile(app, me, query, content));
  handle(app, 'imports.check', ({ me, body }) => startCheck(app, me, body));
  handle(app, 'imports.request', ({ me, body }) => requestImport(app, me, body));
  handle(app, 'imports.end', ({ me, body }) => endImport(app, me, body.run_id));
  handle(app, 'imports.invite', ({ me, body }) => startInvitations(app, me, body.run_id));
  handle(app, 'imports.report', async ({ me, query, reply }) =>
    sendFile(reply, await importReport(app, me, query.run_id)),
  );
  app.files.readableBy('import', importFileReaders);
  app.personalData.add('wallets', historyData);
  app.personalData.add('verification', documentsData);
  app.approvalHandlers.add('import', importApproval(app));
  app.jobs.every('imports.work', workEveryMs, () => workOnImports(app));
  app.jobs.every('imports.invite', inviteEveryMs, () => inviteImported(app));
  app.jobs.everyNight('imports.purge', () => endOldImports(app));
}
