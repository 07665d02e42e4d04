import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { auditFile, readAudit } from './audit.ts';
import { checkAudit } from './check-audit.ts';
import { block, unblock } from './client/block.ts';
import { readClient } from './client/card.ts';
import { clientAccounts, clientHoldings } from './client/holdings.ts';
import { clientListRoutes } from './client/lists/routes.ts';
import { readKeepers, setPersonalManager } from './client/personal-manager.ts';
import { dealingApproval, endDealing, proposeDealing } from './client/dealing.ts';
import { endOverride, limitsApproval, readOverrides, setAccountLimit, setLimits } from './client/overrides.ts';
import { liftPaymentRestriction, restrictPayments } from './client/payment-restrictions.ts';
import { addNote, addTag, removeTag } from './client/notes.ts';
import { clientWrites } from './client/program-routes.ts';
import { readSecurityLog, securityFile } from './security/log.ts';
import { impersonationData } from './impersonation/own-data.ts';
import { startImpersonation, endExpiredImpersonations, endImpersonation } from './impersonation/impersonation.ts';
import { readTeam, rolesApproval, setRoles, teamFile } from './team.ts';
import { publishStaffEvents } from './webhooks.ts';
import { followLostRoles } from './lost-roles.ts';

/** The routes of staff that concern the whole installation. */
export function staffRoutes(app: App): void {
  handle(app, 'staff.audit', ({ me, request: { language }, body }) => readAudit(app, { me, language }, body));
  handle(app, 'staff.audit_file', async ({ me, request: { language }, query, reply }) =>
    sendFile(reply, await auditFile(app, { me, language }, query)),
  );
  handle(app, 'staff.security_log', ({ me, request: { language }, body }) =>
    readSecurityLog(app, { me, language }, body),
  );
  handle(app, 'staff.security_file', async ({ me, query, reply }) =>
    sendFile(reply, await securityFile(app, me, query)),
  );
  handle(app, 'staff.audit_chain', () => checkAudit(app));
  handle(app, 'staff.team', () => readTeam(app));
  handle(app, 'staff.team_file', async ({ me, reply }) => sendFile(reply, await teamFile(app, me)));
  handle(app, 'staff.set_roles', ({ me, body }) => setRoles(app, me, body));
  handle(app, 'staff.client', ({ me, body }) => readClient(app, me, body.client_id));
  handle(app, 'staff.client_accounts', ({ me, body }) => clientAccounts(app, me, body.client_id));
  handle(app, 'staff.client_holdings', ({ me, body }) => clientHoldings(app, me, body.client_id));
  clientListRoutes(app);
  clientWrites(app);
  handle(app, 'staff.managers', () => readKeepers(app));
  handle(app, 'staff.set_manager', ({ me, body }) => app.db.tx((tx) => setPersonalManager(app, tx, me, body)));
  handle(app, 'staff.overrides', ({ me, request, body }) => readOverrides(app, me, request.language, body.client_id));
  handle(app, 'staff.set_limits', ({ me, body }) => setLimits(app, me, body));
  handle(app, 'staff.set_account_limit', ({ me, body }) => setAccountLimit(app, me, body));
  handle(app, 'staff.end_override', ({ me, body }) => endOverride(app, me, body));
  handle(app, 'staff.restrict_payments', ({ me, body }) => restrictPayments(app, me, body));
  handle(app, 'staff.lift_payment_restriction', ({ me, body }) => liftPaymentRestriction(app, me, body));
  handle(app, 'staff.propose_dealing', ({ me, body }) => proposeDealing(app, me, body));
  handle(app, 'staff.end_dealing', ({ me, body }) => endDealing(app, me, body));
  handle(app, 'staff.add_note', ({ me, body }) => addNote(app, me, body));
  handle(app, 'staff.add_tag', ({ me, body }) => app.db.tx((tx) => addTag(app, tx, me, body)));
  handle(app, 'staff.remove_tag', ({ me, body }) => app.db.tx((tx) => removeTag(app, tx, me, body)));
  handle(app, 'staff.block', ({ me, body }) => block(app, me, body));
  handle(app, 'staff.unblock', ({ me, body }) => unblock(app, me, body));
  handle(app, 'staff.start_impersonation', ({ me, body }) => startImpersonation(app, me, body));
  handle(app, 'staff.end_impersonation', ({ me }) => endImpersonation(app, me));
  app.personalData.add('activity', impersonationData);
  app.outbox.on('auth.roles_lost', (event) => followLostRoles(app, event));
  app.approvalHandlers.add('limits', limitsApproval(app));
  app.approvalHandlers.add('staff_dealing', dealingApproval(app));
  app.approvalHandlers.add('role', rolesApproval(app));
  app.jobs.every('staff.end_impersonations', 60_000, () => endExpiredImpersonations(app));
  publishStaffEvents(app);
}
