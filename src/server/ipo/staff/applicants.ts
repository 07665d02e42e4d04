import { waitingStates } from '#contract/ipo/names.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Each open application of an offering that holds money, its client and its hold. */
export const waitingApplications = (tx: Tx, offeringId: string) =>
  tx.rows<{ clientId: string; applicationId: string; holdId: string }>(sql`
    select client_id as "clientId", id as "applicationId", hold_id as "holdId" from ipo_application
    where offering_id = ${offeringId} and state = any(${waitingStates}::text[])`);
