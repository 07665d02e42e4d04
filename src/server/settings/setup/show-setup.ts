import type { ResponseOf } from '#contract/api.ts';
import { allSetupFields, type SetupField } from '#contract/settings/setup-names.ts';
import { currenciesInUse } from '#server/ledger/currencies-in-use.ts';
import type { App } from '#server/platform/app.ts';
import { readValue } from '../read-settings.ts';

type SetupState = ResponseOf<'POST /api/setup'>;

/** What there is to choose, and what holds until then. */
export async function showSetup(app: App, expiresAt: Date): Promise<SetupState> {
  const { config, db, settings: operatorSettings } = app;
  const fields = Object.entries(allSetupFields) as [SetupField, (typeof allSetupFields)[SetupField]][];
  const settings = await Promise.all(
    fields.map(async ([field, key]) => [field, await readValue(app, db, key)] as const),
  );
  return {
    settings: Object.fromEntries(settings) as unknown as SetupState['settings'],
    given: fields.filter(([, key]) => operatorSettings.isGiven(key)).map(([field]) => field),
    currencies: await currenciesInUse(db),
    address: config.appUrl,
    expires_at: expiresAt.toISOString(),
  };
}
