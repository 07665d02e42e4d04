import type { ResponseOf } from '#contract/api.ts';
import { allSetupFields, type SetupField } from '#contract/settings/setup-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readValue } from '../read-settings.ts';

type SetupState = ResponseOf<'POST /api/setup'>;

/** What there is to choose, and what holds until then. */
export async function showSetup(app: App, expiresAt: Date): Promise<SetupState> {
  const { config, db, settings: operatorSettings } = app;
  const fields = Object.entries(allSetupFields) as [SetupField, (typeof allSetupFields)[SetupField]][];
  const settings = await Promise.all(
    fields.map(async ([field, key]) => [field, await readValue(app, db, key)] as const),
  );
  const currencies = await db.rows<{ code: string }>(sql`select code from currency order by code`);
  return {
    settings: Object.fromEntries(settings) as unknown as SetupState['settings'],
    given: fields.filter(([, key]) => operatorSettings.isGiven(key)).map(([field]) => field),
    currencies: currencies.map(({ code }) => code),
    address: config.appUrl,
    expires_at: expiresAt.toISOString(),
  };
}
