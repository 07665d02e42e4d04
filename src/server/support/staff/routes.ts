import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { assign, convert, reopen, resolveRoom, setPriority, snooze } from './actions.ts';
import { cannedFile } from './canned-file.ts';
import { listCanned, removeCanned, saveCanned } from './canned.ts';
import { inboxFile, readInbox } from './inbox.ts';
import { beat } from './presence.ts';
import { openTicketFor } from '../tickets/open-for.ts';
import { readRoom } from './read-room.ts';
import { readStaffRoom } from './room-row.ts';
import { previewSettings, readSettings, saveSettings } from './settings.ts';

/** What support does with conversations. */
export function supportStaffRoutes(app: App): void {
  handle(app, 'support.inbox', ({ me, body }) => readInbox(app, me, body));
  handle(app, 'support.inbox_file', async ({ me, query, reply }) => sendFile(reply, await inboxFile(app, me, query)));
  handle(app, 'support.staff_room', ({ me, body }) => readRoom(app, me, body.room_id));
  handle(app, 'support.open_ticket_for', async ({ me, body }) =>
    readStaffRoom(app.db, me, await app.db.tx((tx) => openTicketFor(app, tx, me, body))),
  );
  handle(app, 'support.assign', ({ me, body }) => assign(app, me, body));
  handle(app, 'support.snooze', ({ me, body }) => snooze(app, me, body));
  handle(app, 'support.resolve', ({ me, body }) => resolveRoom(app, me, body));
  handle(app, 'support.reopen', ({ me, body }) => reopen(app, me, body));
  handle(app, 'support.set_priority', ({ me, body }) => setPriority(app, me, body));
  handle(app, 'support.convert', ({ me, body }) => convert(app, me, body));
  handle(app, 'support.canned', () => listCanned(app));
  handle(app, 'support.canned_file', async ({ me, reply }) => sendFile(reply, await cannedFile(app, me)));
  handle(app, 'support.save_canned', ({ me, body }) => saveCanned(app, me, body));
  handle(app, 'support.remove_canned', async ({ me, body }) => {
    await removeCanned(app, me, body.shortcut);
    return { status: 'ok' as const };
  });
  handle(app, 'support.settings', () => readSettings(app));
  handle(app, 'support.preview_settings', async ({ body }) => previewSettings(app, body));
  handle(app, 'support.save_settings', ({ me, body }) => saveSettings(app, me, body));
  handle(app, 'support.presence', ({ me, body }) => beat(app, me, body));
}
