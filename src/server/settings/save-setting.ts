import { isDeepStrictEqual } from 'node:util';
import type { AuditDetails } from '#contract/audit-details.ts';
import type { AuditAct } from '#contract/audit-names.ts';
import { houseCatalogue } from '#contract/settings-catalogue.ts';
import type { HouseKey } from '#contract/settings-names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { fieldErrorsOf, type Issue } from '#server/platform/http/validation.ts';
import { newId } from '#server/platform/id.ts';
import { refuse, refuseFields } from '#server/platform/refusal.ts';
import { checkNamed } from './check-named.ts';
import type { TableKey } from './stored/setting-store.ts';
import { checkValue, tables } from './stored/setting-stores.ts';
import { readValue } from './read-settings.ts';

export interface Wish {
  key: HouseKey;
  value: unknown;
  /** That the chooser has seen. */
  version: number;
  reason: string;
}

/** Whose a version is. */
interface Makers {
  byId: string | null;
  /** The second person, what they confirmed, who had proposed it, by name, and how the approval is marked. */
  confirmed?: { byId: string; proposalId: string; author: string; mark: AuditDetails };
  /** As the audit log has it. */
  act: AuditAct;
}

/**
 * Keeps a new version of one setting, from which on it holds in every process. Of two who change the same at once the
 * second is told so, for the number of a version is there once. Whoever calls this for a person sees to it that what
 * protects money came by `change-guarded.ts`; the database refuses it otherwise.
 * @throws Refusal `house.given`; on `value` what its shape says, `house.picture`, `house.currency`, `house.base_currency`,
 * and what its place checks; `house.changed`, `house.same`
 */
export async function saveSetting(app: App, byId: string, wish: Wish): Promise<{ version: number }> {
  if (app.house.isGiven(wish.key)) throw refuse('house.given');
  const value = shaped(wish.key, wish.value);
  await app.house.look();
  const version = await app.db.tx(async (tx) => {
    await lockSetting(tx, wish.key);
    return keepVersion(app, tx, { byId, act: 'house.save_setting' }, { ...wish, value });
  });
  await app.house.look();
  return { version };
}

/** Whoever changes a setting, or decides on it, does so after the other. */
export async function lockSetting(tx: Tx, key: HouseKey): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('setting ' || ${key}, 0))`);
}

/**
 * Writes the version after the one that was seen, while `lockSetting` is held, with a value that has its shape.
 * @throws Refusal on `value` when it makes no sense; `house.changed`, `house.same`
 */
export async function keepVersion(app: App, tx: Tx, makers: Makers, wish: Wish): Promise<number> {
  const { key, value, reason } = wish;
  const { byId, confirmed, act } = makers;
  const was = await readValue(app, tx, key);
  await put(tx, key, value);
  await expectChange(tx, wish, was);
  const version = wish.version + 1;
  await tx.run(sql`
    insert into setting_version (id, key, number, was, value, by_id, proposal_id, confirmed_by, reason, created_at)
    values (${newId()}, ${key}, ${version}, ${JSON.stringify(was)}::jsonb, ${JSON.stringify(value)}::jsonb, ${byId},
            ${confirmed?.proposalId ?? null}, ${confirmed?.byId ?? null}, ${reason}, ${app.clock.now()})`);
  const actorId = confirmed?.byId ?? byId;
  if (actorId !== null) {
    const proposed: AuditDetails = confirmed ? { proposed_by: confirmed.author, ...confirmed.mark } : {};
    await writeAudit(tx, app.clock, {
      actorId,
      act,
      details: { ...detailsOf({ key, was, value }), reason, ...proposed },
    });
  }
  return version;
}

/** @throws Refusal `house.changed` when another version holds than was seen, `house.same` when it holds already */
export async function expectChange(tx: Tx, { key, value, version }: Wish, was: unknown): Promise<void> {
  const { newest } = await tx.one<{ newest: number }>(sql`
    select coalesce(max(number), 0) as newest from setting_version where key = ${key}`);
  if (newest !== version) throw refuse('house.changed');
  if (isDeepStrictEqual(was, value)) throw refuse('house.same');
}

/** The value as its key has it, which names what there is. @throws Refusal on `value` */
export async function sensible(db: Queries, key: HouseKey, given: unknown): Promise<unknown> {
  const value = shaped(key, given);
  await checkNamed(db, key, value);
  return value;
}

function shaped(key: HouseKey, value: unknown): unknown {
  const { success, data, error } = houseCatalogue[key].shape.safeParse(value);
  if (!success) {
    const [first] = Object.values(fieldErrorsOf(error.issues as readonly Issue[]));
    throw refuseFields({ value: first ?? [{ code: 'validation.type', params: {} }] });
  }
  checkValue(key, data);
  return data;
}

/** Where statements read a table, the table changes with it. */
async function put(tx: Tx, key: HouseKey, value: unknown): Promise<void> {
  await checkNamed(tx, key, value);
  if (key in tables) await tables[key as TableKey].write(tx, value as never);
}

/** What is changed, or is to be, as the audit log keeps it. */
export function detailsOf({ key, was, value }: { key: string; was: unknown; value: unknown }): AuditDetails {
  const said = (one: unknown) => (typeof one === 'string' ? one : JSON.stringify(one));
  return { setting: key, from: said(was), to: said(value) };
}
