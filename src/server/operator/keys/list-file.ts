import type { OperatorKey } from '#contract/operator/keys.ts';
import type { App } from '#server/platform/app.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { listKeys } from './list-keys.ts';

const columns: Columns<OperatorKey> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  state: ({ state }) => state,
  scopes: ({ scopes }) => scopes.join(' '),
  addresses: ({ addresses }) => addresses.join(' '),
  calls_per_minute: (key) => key.calls_per_minute,
  secrets_begin: ({ secrets }) => secrets.map(({ hint }) => hint).join(' '),
  held_by: (key) => key.held_by,
  created_utc: (key) => key.created_at,
  ends_utc: (key) => key.ends_at,
  last_used_utc: (key) => key.last_used_at,
  last_used_from: (key) => key.last_used_from,
};

/** The keys as a file, with only the beginning of their secrets. */
export const keysFile = (app: App, me: Person): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'api-keys',
    action: 'operator.keys_file',
    filter: {},
    columns,
    read: () => listKeys(app, me),
  });
