import { isDeepStrictEqual } from 'node:util';
import { allSetupFields, type SetupField } from '#contract/settings/setup-names.ts';
import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { User } from '#contract/auth/endpoints.ts';
import { sendSession, startSession, type Exchange } from '#server/auth/start-session.ts';
import { hashPassword } from '#server/auth/password-hash.ts';
import { createClient } from '#server/auth/register.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { deviceOf } from '#server/platform/session/session.ts';
import { readValue } from '../read-settings.ts';
import { detailsOf, storeVersion, lockSetting } from '../save-setting.ts';
import { checkFilledIn, type FilledIn } from './check-filled-in.ts';
import { takeLink } from './link.ts';

/**
 * Finishes the setup in one transaction: its settings, without an author, the first administrator, and the mark that
 * setup is done. From then on the installation is open and the link is void. The administrator is signed in directly,
 * because the email that a new device requires may not arrive yet; the next step is the second factor that staff need.
 * @throws Refusal as the contract has it
 */
export async function finishSetup(
  app: App,
  exchange: Exchange,
  token: string,
  filledIn: FilledIn,
): Promise<{ token: string; user: User }> {
  await checkFilledIn(app, filledIn);
  const passwordHash = await hashPassword(filledIn.password);
  const session = await app.db.tx(async (tx) => {
    await takeLink(tx, app, token);
    const { language } = exchange.request;
    const stored = await storeSettings(tx, app, filledIn, app.text(language, 'settings.by_setup'));
    const consent = { device: deviceOf(exchange.request) };
    const clientId = await createClient(tx, app, { ...filledIn, passwordHash, phone: null, language, consent });
    await openPerson(tx, app.config, clientId);
    await tx.run(sql`update person set roles = '{client,admin}' where id = ${clientId}`);
    for (const details of stored)
      await writeAudit(tx, app.clock, { actorId: clientId, action: 'settings.save', details });
    await writeAudit(tx, app.clock, {
      actorId: clientId,
      action: 'setup.finish',
      details: { name: filledIn.brand_name },
    });
    await tx.run(sql`
      update setup_state set token_hash = null, token_expires_at = null, finished_at = ${app.clock.now()},
                             finished_by = ${clientId}`);
    return startSession(tx, app, exchange, { clientId, remember: false });
  });
  await app.settings.reload();
  return sendSession(app, exchange, session);
}

/**
 * Stores no setting that was left at its default, and none that the environment sets. The administrator exists only
 * later, so the details for the audit log are returned.
 * @param reason why the settings are so, as the history and the audit log say it
 */
async function storeSettings(tx: Tx, app: App, filledIn: FilledIn, reason: string): Promise<AuditDetails[]> {
  const stored: AuditDetails[] = [];
  for (const [field, key] of Object.entries(allSetupFields)) {
    const value = filledIn[field as SetupField];
    const was = await readValue(app, tx, key);
    if (app.settings.isGiven(key) || isDeepStrictEqual(was, value)) continue;
    await lockSetting(tx, key);
    await storeVersion(app, tx, { byId: null, action: 'settings.save' }, { key, value, version: 0, reason });
    stored.push({ ...detailsOf({ key, was, value }), version: '1', reason });
  }
  return stored;
}
