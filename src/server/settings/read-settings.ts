import type { ResponseOf } from '#contract/api.ts';
import { settingsCatalogue, type SettingValues, type ReadyKey } from '#contract/settings/catalogue.ts';
import { settingKeys, type SettingKey } from '#contract/settings/names.ts';
import type { Setting } from '#contract/settings/endpoints.ts';
import { widgetLink } from '#server/embed/widget-links.ts';
import { currenciesInUse } from '#server/ledger/currencies-in-use.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { TableKey } from './stored/setting-store.ts';
import { tables } from './stored/setting-stores.ts';

const pageSize = 50;

interface Newest {
  key: string;
  version: number;
  at: Date;
  by: string | null;
}

/** Every setting as it holds now. */
export async function readSettings(app: App): Promise<ResponseOf<'POST /api/staff/settings'>> {
  const { db } = app;
  await app.settings.reload();
  const newest = await db.rows<Newest>(sql`
    select distinct on (v.key) v.key, v.number as version, v.created_at as at, p.full_name as by
    from setting_version v left join person p on p.id = v.by_id order by v.key, v.number desc`);
  const settings = await Promise.all(
    settingKeys.map(async (key): Promise<Setting> => {
      const found = newest.find((each) => each.key === key);
      return {
        key,
        value: await readValue(app, db, key),
        source: app.settings.isGiven(key) ? 'environment' : found ? 'version' : 'default',
        version: found?.version ?? 0,
        changed_at: found?.at.toISOString() ?? null,
        changed_by: found?.by ?? null,
      };
    }),
  );
  const links = app.settings.value('brand.widgets').map((widget) => widgetLink(app.config, widget));
  return { settings, currencies: await currenciesInUse(db), widget_links: links };
}

/** What holds now, from wherever the product reads it. */
export async function readValue<Key extends SettingKey>(
  { settings }: Pick<App, 'settings'>,
  db: Queries,
  key: Key,
): Promise<SettingValues[Key]> {
  if ('initial' in settingsCatalogue[key]) return settings.value(key as ReadyKey) as SettingValues[Key];
  return tables[key as TableKey].read(db) as Promise<SettingValues[Key]>;
}

/** The versions of one setting, the latest first. */
export async function readHistory(
  { db }: App,
  { key, before }: { key: SettingKey; before?: number | undefined },
  limit = pageSize,
): Promise<ResponseOf<'POST /api/staff/settings/history'>> {
  const rows = await db.rows<{
    version: number;
    was: unknown;
    value: unknown;
    by: string | null;
    approved_by: string | null;
    reason: string;
    at: Date;
  }>(sql`
    select v.number as version, v.was, v.value, v.reason, v.created_at as at, p.full_name as by,
           s.full_name as approved_by
    from setting_version v left join person p on p.id = v.by_id left join person s on s.id = v.approved_by
    where v.key = ${key} and (${before ?? null}::int is null or v.number < ${before ?? null})
    order by v.number desc limit ${limit + 1}`);
  const versions = rows.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() }));
  return { versions, more: rows.length > limit };
}
