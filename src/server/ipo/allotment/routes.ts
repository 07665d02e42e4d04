import type { App } from '#server/platform/app.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { forHolders } from '../offered.ts';
import { continueAllotments } from './continue-allotments.ts';
import { readBasis } from './read-basis.ts';
import { writeBasisFile } from './write-basis-file.ts';

const carryOnMs = 2_000;
/** Short, so that a crash causes little delay: two instances may run at once, they share the work. */
const leaseS = 5;

/** The published basis of allotments, and the job that carries them out. */
export function allotmentRoutes(app: App): void {
  forHolders(app, 'ipo.basis', ({ me, body }) => readBasis(app, me, body.stock_id));
  forHolders(app, 'ipo.basis_file', async ({ body, reply }) =>
    sendFile(reply, await writeBasisFile(app, body.stock_id)),
  );
  app.jobs.every('ipo.allotment', carryOnMs, () => continueAllotments(app), leaseS);
}
