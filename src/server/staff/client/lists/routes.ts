import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { readEarlier } from '#server/imports/history/read-earlier.ts';
import { viewClient } from '../find.ts';
import { applications } from './applications.ts';
import { fileOf, readPage } from './list.ts';
import { notes } from './notes.ts';
import { operations } from './operations.ts';
import { payments } from './payments.ts';
import { sessions } from './sessions.ts';
import { tickets } from './tickets.ts';
import { transfers } from './transfers.ts';

/** What a client has of each kind, in pages and as files. */
export function clientListRoutes(app: App): void {
  handle(app, 'staff.client_payments', ({ me, body }) => readPage(app, me, payments, body));
  handle(app, 'staff.client_payments_file', async ({ me, query, reply }) =>
    sendFile(reply, await fileOf(app, me, payments, query)),
  );
  handle(app, 'staff.client_operations', ({ me, body }) => readPage(app, me, operations, body));
  handle(app, 'staff.client_operations_file', async ({ me, query, reply }) =>
    sendFile(reply, await fileOf(app, me, operations, query)),
  );
  handle(app, 'staff.client_transfers', ({ me, body }) => readPage(app, me, transfers, body));
  handle(app, 'staff.client_transfers_file', async ({ me, query, reply }) =>
    sendFile(reply, await fileOf(app, me, transfers, query)),
  );
  handle(app, 'staff.client_earlier', async ({ me, body }) => {
    await viewClient(app, me, body.client_id);
    return readEarlier(app, body.client_id, body);
  });
  handle(app, 'staff.client_applications', ({ me, body }) => readPage(app, me, applications, body));
  handle(app, 'staff.client_applications_file', async ({ me, query, reply }) =>
    sendFile(reply, await fileOf(app, me, applications, query)),
  );
  handle(app, 'staff.client_tickets', ({ me, body }) => readPage(app, me, tickets, body));
  handle(app, 'staff.client_tickets_file', async ({ me, query, reply }) =>
    sendFile(reply, await fileOf(app, me, tickets, query)),
  );
  handle(app, 'staff.client_sessions', ({ me, body }) => readPage(app, me, sessions, body));
  handle(app, 'staff.client_sessions_file', async ({ me, query, reply }) =>
    sendFile(reply, await fileOf(app, me, sessions, query)),
  );
  handle(app, 'staff.client_notes', ({ me, body }) => readPage(app, me, notes, body));
  handle(app, 'staff.client_notes_file', async ({ me, query, reply }) =>
    sendFile(reply, await fileOf(app, me, notes, query)),
  );
}
