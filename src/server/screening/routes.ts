import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { yente } from './yente/yente.ts';
import { clearHit, confirmHit, hitApproval } from './decide.ts';
import { hitsFile, listHits } from './list-hits.ts';
import { screenEverybody } from './nightly.ts';
import { readClientScreening } from './read-client.ts';
import { readHit } from './read-hit.ts';
import { screenDue } from './run-batch.ts';
import { watchScreening } from './watch.ts';

const dueEveryMs = 10_000;
/** A night of many clients takes long; another instance takes over after that. */
const nightLeaseS = 4 * 3600;

/** Comparison of clients with sanctions lists, and what compliance makes of hits. */
export function screeningRoutes(app: App): void {
  handle(app, 'screening.list', ({ body }) => listHits(app, body));
  handle(app, 'screening.list_file', async ({ me, query, reply }) => sendFile(reply, await hitsFile(app, me, query)));
  handle(app, 'screening.hit', async ({ me, body }) => {
    const hit = await readHit(app, me, body.hit_id);
    await app.db.tx((tx) =>
      writeAudit(tx, app.clock, {
        actorId: me.id,
        clientId: hit.client.id,
        action: 'screening.view',
        details: { hit: hit.caption, entity: hit.entity_id },
      }),
    );
    return hit;
  });
  handle(app, 'screening.client', ({ body }) => readClientScreening(app, body.client_id));
  handle(app, 'screening.clear', async ({ me, body }) => {
    await clearHit(app, me, body);
    return readHit(app, me, body.hit_id);
  });
  handle(app, 'screening.confirm', async ({ me, body }) => {
    await confirmHit(app, me, body);
    return readHit(app, me, body.hit_id);
  });
  watchScreening(app);
  app.connections.add(yente);
  app.approvalHandlers.add('screening', hitApproval(app));
  app.jobs.every('screening.due', dueEveryMs, () => screenDue(app));
  app.jobs.everyNight('screening.nightly', () => screenEverybody(app), nightLeaseS);
}
