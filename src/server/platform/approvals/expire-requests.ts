import type { ApprovalSubject } from '#contract/approvals/request-names.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';

type Row = ApprovalSubject & { staffId: string; name: string | null };

/**
 * Closes approval requests without a decision in time, about one subject or all of them, and notifies their authors.
 */
export async function expireRequests(
  { clock, outbox }: Pick<App, 'clock' | 'outbox'>,
  tx: Tx,
  about?: ApprovalSubject,
): Promise<void> {
  const which = about
    ? sql`kind = ${about.kind} and key is not distinct from ${about.key} and client_id is not distinct from ${about.clientId}`
    : sql`true`;
  const lapsed = await tx.rows<Row>(sql`
    update approval_request set state = 'expired', decided_at = ${clock.now()}
    where state = 'open' and expires_at <= ${clock.now()} and ${which}
    returning author_id as "staffId", kind, key, client_id as "clientId",
              coalesce((select full_name from person where id = client_id), value ->> 'name') as name`);
  await outbox.emitEach(
    tx,
    'approvals.expired',
    lapsed.map(({ staffId, name, ...subject }) => ({ staffId, name, subject })),
  );
}
