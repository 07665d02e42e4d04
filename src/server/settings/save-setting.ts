import { isDeepStrictEqual } from 'node:util';
import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { AuditAction } from '#contract/staff/audit-names.ts';
import { settingsCatalogue } from '#contract/settings/catalogue.ts';
import type { SettingKey } from '#contract/settings/names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { fieldErrorsOf, type Issue } from '#server/platform/http/validation.ts';
import { newId } from '#server/platform/id.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { fieldError, refuse, refuseFields } from '#server/platform/refusal.ts';
import { checkNamed } from './check-named.ts';
import type { TableKey } from './stored/setting-store.ts';
import { checkValue, tables } from './stored/setting-stores.ts';
import { readValue } from './read-settings.ts';

export interface Input {
  key: SettingKey;
  value: unknown;
  /** The version that the caller has seen. */
  version: number;
  reason: string;
}

/** Whose a version is. */
interface Makers {
  byId: string | null;
  /** The second person, what they confirmed, who had proposed it, by name, and how the approval is marked. */
  confirmed?: { byId: string; approvalRequestId: string; author: string; mark: AuditDetails };
  /** As the audit log has it. */
  action: AuditAction;
}

/**
 * Stores a new version of one setting, which takes effect in every process. Of two concurrent changes the second is
 * refused, because each version number exists once. A caller that acts for a person makes sure that a protected setting
 * came by `change-protected.ts`; otherwise the database refuses it.
 * @throws Refusal `settings.given`; on `value` what its shape says, `settings.picture`, `settings.currency`,
 * `settings.base_currency`, and what its store checks; `settings.changed`, `settings.same`
 */
export async function saveSetting(app: App, byId: string, input: Input): Promise<{ version: number }> {
  if (app.settings.isGiven(input.key)) throw refuse('settings.given');
  const value = shaped(input.key, input.value);
  await app.settings.reload();
  const version = await app.db.tx(async (tx) => {
    await lockSetting(tx, input.key);
    return storeVersion(app, tx, { byId, action: 'settings.save' }, { ...input, value });
  });
  await app.settings.reload();
  return { version };
}

/** Serialises changes of a setting and decisions on it. */
export async function lockSetting(tx: Tx, key: SettingKey): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('setting ' || ${key}, 0))`);
}

/**
 * Writes the version after the one that was seen, under `lockSetting`, with a value of the right shape.
 * @throws Refusal on `value` when it makes no sense; `settings.changed`, `settings.same`
 */
export async function storeVersion(app: App, tx: Tx, makers: Makers, input: Input): Promise<number> {
  const { key, value, reason } = input;
  const { byId, confirmed, action } = makers;
  const was = await readValue(app, tx, key);
  await put(app, tx, key, value);
  await expectChange(tx, input, was);
  const version = input.version + 1;
  const id = newId();
  await tx.run(sql`
    insert into setting_version (id, key, number, was, value, by_id, approval_request_id, approved_by, reason, created_at)
    values (${id}, ${key}, ${version}, ${JSON.stringify(was)}::jsonb, ${JSON.stringify(value)}::jsonb, ${byId},
            ${confirmed?.approvalRequestId ?? null}, ${confirmed?.byId ?? null}, ${reason}, ${app.clock.now()})`);
  await signNewRow(tx, app.config, 'setting_version', sql`v.id = ${id}`);
  const actorId = confirmed?.byId ?? byId;
  if (actorId !== null) {
    const proposed: AuditDetails = confirmed ? { proposed_by: confirmed.author, ...confirmed.mark } : {};
    await writeAudit(tx, app.clock, {
      actorId,
      action: action,
      details: { ...detailsOf({ key, was, value }), version: String(version), reason, ...proposed },
    });
  }
  return version;
}

/**
 * @throws Refusal `settings.changed` when the present version is not the one that was seen, `settings.same` when the
 * value is the same
 */
export async function expectChange(tx: Tx, { key, value, version }: Input, was: unknown): Promise<void> {
  const { newest } = await tx.one<{ newest: number }>(sql`
    select coalesce(max(number), 0) as newest from setting_version where key = ${key}`);
  if (newest !== version) throw refuse('settings.changed');
  if (isDeepStrictEqual(was, value)) throw refuse('settings.same');
}

/** The value as its key has it, which names what there is. @throws Refusal on `value` */
export async function sensible(
  app: Pick<App, 'clock' | 'config'>,
  db: Queries,
  key: SettingKey,
  given: unknown,
): Promise<unknown> {
  const value = shaped(key, given);
  await checkNamed(app, db, key, value);
  return value;
}

function shaped(key: SettingKey, value: unknown): unknown {
  const { success, data, error } = settingsCatalogue[key].shape.safeParse(value);
  if (!success) {
    const [first] = Object.values(fieldErrorsOf(error.issues as readonly Issue[]));
    throw refuseFields({ value: first ?? [fieldError('validation.type')] });
  }
  checkValue(key, data);
  return data;
}

/** Where statements read a table, the table changes with it. */
async function put(app: App, tx: Tx, key: SettingKey, value: unknown): Promise<void> {
  await checkNamed(app, tx, key, value);
  if (key in tables) await tables[key as TableKey].write(tx, value as never);
}

/** A change, or a requested one, as the audit log stores it. */
export function detailsOf({ key, was, value }: { key: string; was: unknown; value: unknown }): AuditDetails {
  return { setting: key, from: inWords(was), to: inWords(value) };
}

/** One spelling of a value: PostgreSQL stores the keys of an object in an order of its own. */
export const inWords = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, (_, one: unknown) => (isRecord(one) ? sorted(one) : one));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
