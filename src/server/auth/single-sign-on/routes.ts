import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { oidc } from './oidc.ts';
import { endWithoutProvider, findBreakGlassFault } from './only.ts';
import { finishStaffSignIn, readOffer, startStaffSignIn } from './sign-in.ts';
import { endAsReported } from './sign-out.ts';
import { listIdentities, requestUnbinding, unbindingApproval } from './unbind.ts';

export function singleSignOnRoutes(app: App): void {
  handle(app, 'auth.staff_sign_in', () => readOffer(app));
  handle(app, 'auth.start_staff_sign_in', (call) => startStaffSignIn(app, call));
  handle(app, 'auth.finish_staff_sign_in', (call) => finishStaffSignIn(app, call, call.body));
  handle(app, 'auth.staff_identities', () => listIdentities(app));
  handle(app, 'auth.unbind_identity', ({ me, body }) => requestUnbinding(app, me, body));
  app.approvalHandlers.add('staff_identity', unbindingApproval(app));
  app.connections.add(oidc((email) => findBreakGlassFault(app, email)));
  app.connections.on('staff_sign_in', endAsReported(app));
  app.connections.onUse('staff_sign_in', (tx, settings) => endWithoutProvider(tx, app, settings));
}
