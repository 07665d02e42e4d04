import { forgedEntries, genuineBut } from '#server/platform/audit/forged.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { verifyMacsOf } from '#server/platform/secrets/all-row-macs.ts';
import type { Secrets } from '#server/platform/secrets/token.ts';
import type { SettingKey } from '#contract/settings/names.ts';
import { inWords } from './save-setting.ts';
import initialValues from './stored/initial-values.json' with { type: 'json' };
import type { TableKey } from './stored/setting-store.ts';
import { tables } from './stored/setting-stores.ts';

/** A version of a setting that differs from what the audit log says. */
export interface SettingFinding {
  key: string;
  /** Null for the value that applies, where a table has another one than the last version. */
  number: number | null;
  /** What follows from the audit log; null where no entry explains the version. */
  logged: string | null;
  /** What the table has; null where it lacks the version. */
  stored: string | null;
}

interface Row {
  key: SettingKey;
  number: number;
  logged: string | null;
  isStored: boolean;
  value: unknown;
}

/**
 * Replays from the audit log which version of which setting has which value, and names each that differs, and each table
 * that has another value than its setting: those were written past the program. Only a demo has first versions without
 * an author, from its seed. `forged` names each version with a wrong MAC, by key and number. Give it a snapshot.
 */
export async function verifySettings(
  tx: Tx,
  config: Secrets & { demo: boolean },
): Promise<{ versions: number; findings: SettingFinding[]; forged: string[] }> {
  const { demo } = config;
  const genuine = genuineBut(await forgedEntries(tx));
  const rows = await tx.rows<Row>(sql`
    ${genuine}
    select coalesce(v.key, e.key) as key, coalesce(v.number, e.number) as number, e.value as logged, v.key is not null as "isStored", v.value
    from (select key, number, value, coalesce(approved_by, by_id) as who from setting_version
          where not (${demo} and by_id is null and number = 1)) v
    full join (
      select details ->> 'setting' as key, (details ->> 'version')::int as number, details ->> 'to' as value, actor_id as who
      from genuine_entry where action in ('settings.save', 'settings.change_protected')) e
      on (e.key, e.number) = (v.key, v.number) and (v.who is null or v.who = e.who)
    order by 1, 2`);
  const findings = rows.flatMap(({ key, number, logged, isStored, value }): SettingFinding[] => {
    const stored = isStored ? inWords(value) : null;
    return stored === logged ? [] : [{ key, number, logged, stored }];
  });
  const seeded = demo
    ? await tx.rows<Pick<Row, 'key' | 'value'>>(sql`
        select key, value from setting_version where by_id is null and number = 1`)
    : [];
  const latest = new Map<SettingKey, string>(seeded.map(({ key, value }) => [key, inWords(value)]));
  for (const { key, logged } of rows) if (logged !== null) latest.set(key, logged);
  const forged = await verifyMacsOf(tx, config, 'setting_version');
  return {
    versions: rows.length,
    findings: [...findings, ...(await inTables(tx, latest))],
    forged: forged.map((each) => each.key),
  };
}

/** Settings that statements read from tables. Without a version they have the value of the migrations. */
async function inTables(tx: Tx, latest: ReadonlyMap<SettingKey, string>): Promise<SettingFinding[]> {
  const findings: SettingFinding[] = [];
  for (const key of Object.keys(tables) as TableKey[]) {
    const last = latest.get(key) ?? inWords(initialValues[key]);
    const store = tables[key];
    const logged = store.completed ? inWords(await store.completed(tx, JSON.parse(last) as never)) : last;
    const stored = inWords(await store.read(tx));
    if (stored !== logged) findings.push({ key, number: null, logged, stored });
  }
  return findings;
}
