import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { networkKey } from '../http/limits/network-key.ts';
import { openRow } from '../secrets/row-macs.ts';
import { hashToken, newToken, type Secrets } from '../secrets/token.ts';
import { rememberMs, type Device } from './session.ts';

/** How long the former half stays valid: for calls of the same browser that are on their way. */
const overlapMs = 10_000;

/** So many networks may a browser use by turns without a renewal at each change. */
const maxNetworks = 8;

/**
 * Gives a session another second half, in the network of the caller. A half that was over stays over. A session without
 * a key gets none while its former half is valid, or the calls of a second tab would be refused; one with a key renews
 * itself.
 * @returns undefined when it was not replaced
 */
export async function replaceBinding(
  tx: Tx,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  { sessionId, device }: { sessionId: string; device: Device },
): Promise<{ binding: string; maxAgeS: number | undefined } | undefined> {
  const binding = newToken();
  const network = networkKey(device.address);
  const now = clock.now();
  await openSessionRow(tx, config, sessionId);
  const replaced = await tx.maybeOne<{ remember: boolean }>(sql`
    update session set
      former_binding_hash = binding_hash, former_binding_until = least(${new Date(now.getTime() + overlapMs)}, binding_until),
      binding_hash = ${hashToken(config, 'session binding', binding)},
      binding_until = case when public_key is not null then ${new Date(now.getTime() + config.sessions.renewalMs)}::timestamptz end,
      key_networks = case when public_key is not null then (array_prepend(${network}, array_remove(key_networks, ${network})))[:${maxNetworks}] end
    where id = ${sessionId} and revoked_at is null and expires_at > ${now}
      and (public_key is not null or former_binding_until is null or former_binding_until <= ${now})
    returning remember`);
  return replaced && { binding, maxAgeS: replaced.remember ? rememberMs / 1000 : undefined };
}

const openSessionRow = (tx: Tx, secrets: Secrets, id: string): Promise<void> =>
  openRow(tx, secrets, 'session', id, sql`s.id = ${id}`);

/** The person has proven in this session to be themselves. */
export async function markProven(
  tx: Tx,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  sessionId: string,
): Promise<void> {
  await openSessionRow(tx, config, sessionId);
  await tx.run(sql`update session set proven_at = ${clock.now()} where id = ${sessionId} and revoked_at is null`);
}
