import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { auditFile, readAudit } from './audit.ts';
import { checkAudit } from './check-audit.ts';

/** What staff see of the whole house. */
export function staffRoutes(app: App): void {
  handle(app, 'staff.audit', ({ me, body }) => readAudit(app, me, body));
  handle(app, 'staff.audit_file', async ({ me, query, reply }) => sendFile(reply, await auditFile(app, me, query)));
  handle(app, 'staff.audit_chain', () => checkAudit(app));
}
