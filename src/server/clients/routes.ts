import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handle } from '#server/platform/http/handle.ts';
import { listActivity } from './list-activity.ts';
import { saveProfile } from './save-profile.ts';
import { searchClients } from './search-clients.ts';

export function clientsRoutes(app: App): void {
  handle(app, 'clients.save_profile', ({ me, body }) => saveProfile(app, me, body));
  handle(app, 'clients.save_language', async ({ me, body }) => {
    await app.db.run(sql`update client set language = ${body.language_cabinet} where id = ${me.id}`);
    return { status: 'ok' };
  });
  handle(app, 'clients.activity', ({ me }) => listActivity(app, me));
  handle(app, 'clients.search', ({ body }) => searchClients(app, body));
}
