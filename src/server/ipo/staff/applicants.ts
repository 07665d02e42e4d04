import { waitingStates } from '#contract/ipo/names.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Each open application of an offering that holds money, and its client. */
export const waitingApplications = (tx: Tx, offeringId: string) =>
  tx.rows<{ clientId: string; applicationId: string }>(sql`
    select client_id as "clientId", id as "applicationId" from ipo_application
    where offering_id = ${offeringId} and state = any(${waitingStates}::text[])`);
