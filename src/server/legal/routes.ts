import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { deviceOf } from '#server/platform/session/session.ts';
import { createDraft } from './staff/create-draft.ts';
import { consentsFile, listConsents } from './staff/consents.ts';
import { discardDraft } from './staff/discard.ts';
import { versionsFile, readVersions } from './staff/list-versions.ts';
import { publishDraft } from './staff/publish.ts';
import { readStaffVersion } from './staff/read-version.ts';
import { removeLegalText, saveLegalText } from './staff/save-text.ts';
import { acceptDue, listDue } from './due.ts';
import { legalData } from './own-data.ts';
import { listVersions, showVersion } from './versions.ts';
import { publishLegalEvents } from './webhooks.ts';

/** Agreements between the operator and its clients. */
export function legalRoutes(app: App): void {
  handle(app, 'legal.list', async ({ query, request }) => ({
    versions: await listVersions(app, query.lang ?? request.language),
  }));
  handle(app, 'legal.show', ({ params, query, request }) =>
    showVersion(app, query.lang ?? request.language, params.id),
  );
  handle(app, 'legal.due', async ({ me, request }) => ({ documents: await listDue(app, me, request.language) }));
  handle(app, 'legal.accept', ({ me, body, request }) =>
    acceptDue(app, me, { language: request.language, device: deviceOf(request), seen: body.versions }),
  );
  handle(app, 'legal.staff_list', async () => ({ versions: await readVersions(app, app.db) }));
  handle(app, 'legal.staff_list_file', async ({ me, reply }) => sendFile(reply, await versionsFile(app, me)));
  handle(app, 'legal.staff_show', ({ body }) => readStaffVersion(app, app.db, body.id));
  handle(app, 'legal.create_draft', ({ me, body }) => createDraft(app, me, body.kind));
  handle(app, 'legal.save', ({ me, body }) => saveLegalText(app, me, body));
  handle(app, 'legal.remove_text', ({ body }) => removeLegalText(app, body.id, body.language));
  handle(app, 'legal.discard', ({ me, body }) => discardDraft(app, me, body.id));
  handle(app, 'legal.publish', ({ me, body }) => publishDraft(app, me, body));
  handle(app, 'legal.consents', async ({ body }) => ({ consents: await listConsents(app, body) }));
  handle(app, 'legal.consents_file', async ({ me, query, reply }) =>
    sendFile(reply, await consentsFile(app, me, query)),
  );
  app.personalData.add('profile', legalData);
  publishLegalEvents(app);
}
