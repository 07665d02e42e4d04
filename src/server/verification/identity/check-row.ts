import type { CheckProblem, CheckState } from '#contract/verification/names.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { App } from '#server/platform/app.ts';

export type Identifier = OpenConnection<'identity'>;

/** A check as its provider is asked about it. */
export interface CheckRow {
  id: string;
  clientId: string;
  connectionId: string;
  applicantId: string | null;
  state: CheckState;
  problem: CheckProblem | null;
}

/** A check about which no event has come is looked up after so long. */
export const firstLookMs = 3_600_000;

export const checkColumns = sql`
  k.id, k.client_id as "clientId", k.connection_id as "connectionId", k.applicant_id as "applicantId", k.state, k.problem`;

/** The first connection that identifies clients of this country; null while there is none, and documents are sent here. */
export async function findIdentifier({ connections }: App, country: string): Promise<Identifier | null> {
  const [identifier] = await connections.open('identity', { country });
  return identifier ?? null;
}
