import { unusablePassword } from '#server/auth/password-hash.ts';
import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { writeOnce } from '#server/platform/session/program-write.ts';
import { requireOtherAdministrator } from '../access-recovery.ts';
import { requestEmail } from '../correct/change-email.ts';
import { correctLocked } from '../correct/correct-person.ts';
import { lockClient } from '../correct/lock-person.ts';
import { moveLocked } from '../correct/set-country.ts';
import { proposeLevel } from '../set-level.ts';
import { reportCheck } from '#server/verification/identity/report-check.ts';
import { createByProgram, inviteAgain } from './create-client.ts';

/** What programs of the operator write about who clients are. */
export function clientPrograms(app: App): void {
  handle(app, 'operator_api.create_client', async (call) => {
    const { language = call.request.language, ...given } = call.body;
    const passwordHash = await unusablePassword();
    const id = await writeOnce(app, 'operator_api.create_client', call, (tx, by) =>
      createByProgram(app, tx, by, { ...given, language }, passwordHash),
    );
    return { id, email: given.email };
  });
  handle(app, 'operator_api.invite_client', async (call) => {
    const clientId = call.params.id;
    await writeOnce(app, 'operator_api.invite_client', call, (tx, by) => inviteAgain(app, tx, by, clientId));
    return { client_id: clientId };
  });
  handle(app, 'operator_api.correct_client', async (call) => {
    const clientId = call.params.id;
    await writeOnce(app, 'operator_api.correct_client', call, async (tx, by) => {
      await lockClient(tx, by, clientId);
      await correctLocked(app, tx, by, { clientId, ...call.body });
      return clientId;
    });
    return { client_id: clientId };
  });
  handle(app, 'operator_api.set_country', async (call) => {
    const clientId = call.params.id;
    await writeOnce(app, 'operator_api.set_country', call, async (tx, by) => {
      const { country: from } = await lockClient(tx, by, clientId);
      await moveLocked(app, tx, by, { clientId, from, ...call.body });
      return clientId;
    });
    return { client_id: clientId };
  });
  handle(app, 'operator_api.request_email', async (call) => {
    const clientId = call.params.id;
    await writeOnce(app, 'operator_api.request_email', call, async (tx, by) => {
      await requireOtherAdministrator(tx, app, by, { clientId, action: 'clients.change_email' });
      await requestEmail(app, tx, by, await lockClient(tx, by, clientId), { clientId, ...call.body });
      return clientId;
    });
    return { client_id: clientId };
  });
  handle(app, 'operator_api.report_check', async (call) => {
    const clientId = call.params.id;
    const id = await writeOnce(app, 'operator_api.report_check', call, async (tx, by) => {
      await lockClient(tx, by, clientId);
      return reportCheck(app, tx, by, { clientId, ...call.body });
    });
    return { id, client_id: clientId };
  });
  handle(app, 'operator_api.propose_level', async (call) => {
    const clientId = call.params.id;
    await writeOnce(app, 'operator_api.propose_level', call, async (tx, by) => {
      await lockClient(tx, by, clientId);
      await proposeLevel(app, tx, by, { clientId, ...call.body });
      return clientId;
    });
    return { client_id: clientId };
  });
}
