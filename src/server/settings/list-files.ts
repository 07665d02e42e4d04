import type { SettingKey } from '#contract/settings/names.ts';
import type { Setting, SettingVersion } from '#contract/settings/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readHistory, readSettings } from './read-settings.ts';

/** A text as it is, what has parts as JSON. */
const spelt = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const ofSetting: Columns<Setting> = {
  key: ({ key }) => key,
  value: ({ value }) => spelt(value),
  source: ({ source }) => source,
  version: ({ version }) => version,
  changed_utc: (setting) => setting.changed_at,
  changed_by: (setting) => setting.changed_by,
};

/** The operator's settings as a file. */
export const settingsFile = (app: App, me: Person): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'settings',
    action: 'settings.list_file',
    filter: {},
    columns: ofSetting,
    read: async () => (await readSettings(app)).settings,
  });

const ofVersion: Columns<SettingVersion> = {
  version: ({ version }) => version,
  changed_utc: ({ at }) => at,
  changed_by: ({ by }) => by,
  approved_by: (version) => version.approved_by,
  was: ({ was }) => spelt(was),
  became: ({ value }) => spelt(value),
  reason: ({ reason }) => reason,
};

/** All that one setting was, as a file. */
export const historyFile = (app: App, me: Person, filter: { key: SettingKey }): Promise<FileResponse> =>
  listFile(app, me, {
    name: `setting-${filter.key.replaceAll(/[^a-z]+/g, '-')}`,
    action: 'settings.history_file',
    filter,
    columns: ofVersion,
    read: async (limit) => (await readHistory(app, filter, limit)).versions,
  });
