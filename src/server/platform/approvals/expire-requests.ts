import type { ProposalMatter } from '#contract/approval-request-names.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';

type Row = ProposalMatter & { staffId: string; name: string | null };

/** Closes proposals on which nobody has decided in time, about one thing or all of them, and tells their authors. */
export async function expireProposals(
  { clock, outbox }: Pick<App, 'clock' | 'outbox'>,
  tx: Tx,
  about?: ProposalMatter,
): Promise<void> {
  const which = about
    ? sql`kind = ${about.kind} and key is not distinct from ${about.key} and client_id is not distinct from ${about.clientId}`
    : sql`true`;
  const lapsed = await tx.rows<Row>(sql`
    update proposal set state = 'expired', decided_at = ${clock.now()}
    where state = 'open' and expires_at <= ${clock.now()} and ${which}
    returning author_id as "staffId", kind, key, client_id as "clientId",
              coalesce((select first_name || ' ' || second_name from client where id = client_id), value ->> 'name') as name`);
  await outbox.emitEach(
    tx,
    'proposals.lapsed',
    lapsed.map(({ staffId, name, ...matter }) => ({ staffId, name, matter })),
  );
}
