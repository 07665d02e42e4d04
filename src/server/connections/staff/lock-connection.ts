import { adapterTerms } from '#contract/connections/adapters.ts';
import { portsOfTwo, type PortName } from '#contract/connections/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Probe } from '#server/platform/connections/outcome.ts';
import type { ConnectionValue } from '#server/platform/connections/value.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { isGenuine } from '#server/platform/secrets/row-mac-check.ts';
import { macColumns, openRow, type RowMac } from '#server/platform/secrets/row-macs.ts';

export interface StoredProbe extends Probe {
  at: string;
  /** Of what it was made. */
  version: number;
}

export interface LockedConnection {
  id: string;
  port: PortName;
  adapter: string;
  state: 'off' | 'on';
  value: ConnectionValue | null;
  draft: ConnectionValue | null;
  version: number;
  probe: StoredProbe | null;
  /** As it will be, or is. */
  name: string;
  /** Secrets that are not in use yet. */
  newSecrets: number;
}

/** What moves money, holds it back, lets staff in, or is to decide without staff. */
export function takesTwo({
  port,
  adapter,
  value,
  draft,
}: Pick<LockedConnection, 'port' | 'adapter' | 'value' | 'draft'>): boolean {
  const flag = adapterTerms(adapter)?.decides;
  return portsOfTwo.includes(port) || (flag !== undefined && (draft ?? value)?.settings[flag] === true);
}

/**
 * Whether turning it off takes another person: one that moves money is stopped by one person at once, and one that
 * protects something is not.
 */
export function offTakesTwo(
  { connections }: Pick<App, 'connections'>,
  { adapter, state, value }: Pick<LockedConnection, 'adapter' | 'state' | 'value'>,
): boolean {
  const flag = connections.adapters().find(({ name }) => name === adapter)?.terms.protects;
  return state === 'on' && flag !== undefined && (flag === true || value?.settings[flag] === true);
}

/** Whether its removal takes another person; a draft that was never in use does not. */
export const removalTakesTwo = ({ port, value }: Pick<LockedConnection, 'port' | 'value'>) =>
  portsOfTwo.includes(port) && value !== null;

/**
 * Locks a connection for a change of any of its columns.
 * @throws Refusal `http.not_found`, `connections.forged`
 */
export async function lockConnection(app: App, tx: Tx, id: string): Promise<LockedConnection> {
  const row = await tx.maybeOne<LockedConnection & RowMac>(sql`
    select j.id, j.port, j.adapter, j.state, j.value, j.draft, j.version, j.probe, coalesce(j.draft, j.value) ->> 'name' as name,
           (select count(*)::int from connection_secret s where s.connection_id = j.id and s.used_at is null) as "newSecrets",
           ${macColumns('connection')}
    from connection j where j.id = ${id} and j.state <> 'removed' for update`);
  if (!row) throw notFound();
  if (!isGenuine(app, 'connection', id, row)) throw refuse('connections.forged');
  await openRow(tx, app.config, 'connection', id, sql`j.id = ${id}`);
  return row;
}
