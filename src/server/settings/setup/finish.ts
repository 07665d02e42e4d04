import { isDeepStrictEqual } from 'node:util';
import { allSetupFields, type SetupField } from '#contract/setup-names.ts';
import type { User } from '#contract/auth.ts';
import { answerSession, beginSession, type Exchange } from '#server/auth/start-session.ts';
import { hashPassword } from '#server/auth/password-hash.ts';
import { createClient } from '#server/auth/register.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/row-macs.ts';
import { deviceOf } from '#server/platform/session.ts';
import { readValue } from '../read-settings.ts';
import { keepVersion, lockSetting } from '../save-setting.ts';
import { checkFilledIn, type FilledIn } from './check-filled-in.ts';
import { takeLink } from './link.ts';

/**
 * Sets the house up, in one transaction: its settings, chosen by nobody, the first administrator, and that it is done. From
 * then on it is open and the link worth nothing. He is signed in, for the mail that another device would ask of him may
 * not arrive yet; what follows is the second factor that staff need.
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
    await keepSettings(tx, app, filledIn);
    const { language } = exchange.request;
    const consent = { device: deviceOf(exchange.request) };
    const clientId = await createClient(tx, app, { ...filledIn, passwordHash, phone: null, language, consent });
    await openPerson(tx, app.config, clientId);
    await tx.run(sql`update client set roles = '{client,admin}' where id = ${clientId}`);
    await writeAudit(tx, app.clock, { actorId: clientId, act: 'setup.finish', details: { name: filledIn.brand_name } });
    await tx.run(sql`
      update house_setup set token_hash = null, token_expires_at = null, finished_at = ${app.clock.now()},
                             finished_by = ${clientId}`);
    return beginSession(tx, app, exchange, { clientId, remember: false });
  });
  await app.house.look();
  return answerSession(app, exchange, session);
}

/** What is as it came stays as it came, and what the environment says is nobody's to choose. */
async function keepSettings(tx: Tx, app: App, filledIn: FilledIn): Promise<void> {
  for (const [field, key] of Object.entries(allSetupFields)) {
    const value = filledIn[field as SetupField];
    if (app.house.isGiven(key) || isDeepStrictEqual(await readValue(app, tx, key), value)) continue;
    await lockSetting(tx, key);
    await keepVersion(app, tx, { byId: null, act: 'setup.finish' }, { key, value, version: 0, reason: '' });
  }
}
