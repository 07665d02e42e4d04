import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { isMacOf, macOf, type Secrets } from '../secrets/token.ts';

/** The content of an entry. */
export interface AuditContent {
  id: string;
  actorId: string | null;
  clientId: string | null;
  action: string;
  details: AuditDetails;
  /** In UTC to the microsecond. */
  at: string;
}

export interface EntryWithMac extends AuditContent {
  mac: Buffer | null;
}

/** The columns of entry `e` by which `isGenuineEntry` decides whether the program has written it. */
export const entryColumns = sql`
  e.id, e.actor_id as "actorId", e.client_id as "clientId", e.action, e.details,
  to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.mac`;

/** The program's clock has milliseconds. */
export const instantOf = (at: Date): string => at.toISOString().replace('Z', '000Z');

const lower = (id: string | null) => id?.toLowerCase() ?? null;

/** One spelling of an entry, whatever the order of its details: PostgreSQL stores its own. */
const spelled = ({ id, actorId, clientId, action, details, at }: AuditContent): string =>
  JSON.stringify([
    lower(id),
    lower(actorId),
    lower(clientId),
    action,
    Object.entries(details)
      .filter(([, value]) => value !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    at,
  ]);

const table = 'audit_entry';

/** The secrets with which a transaction's connection was opened. */
export function secretsOf({ secrets }: Tx): Secrets {
  if (!secrets) throw new Error('the audit log needs a connection that was opened with the secrets');
  return secrets;
}

/** The MAC with which an entry is inserted. It requires APP_SECRET. */
export const macOfEntry = ({ appSecret }: Secrets, content: AuditContent): Buffer =>
  macOf(appSecret, table, spelled(content));

/** Whether the program has written this entry, under the present secret or, during a rotation, the former one. */
export const isGenuineEntry = (secrets: Secrets, entry: EntryWithMac): boolean =>
  isMacOf(secrets, table, spelled(entry), entry.mac);
