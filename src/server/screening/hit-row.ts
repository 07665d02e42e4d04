import type { HitRow } from '#contract/screening/endpoints.ts';
import type { HitKind, HitState } from '#contract/screening/names.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';

interface StoredRow {
  id: string;
  clientId: string;
  name: string;
  subject: string;
  caption: string;
  kind: HitKind;
  score: string;
  state: HitState;
  foundAt: Date;
  reopened: boolean;
}

/** Hits `h` of clients `c` that no later one has replaced. */
export async function readHitRows(db: Queries, whereAndOrder: Sql): Promise<HitRow[]> {
  const rows = await db.rows<StoredRow>(sql`
    select h.id, h.client_id as "clientId", c.full_name as name, h.subject, h.caption, h.kind, h.score::text, h.state,
           h.found_at as "foundAt", h.reopens is not null as reopened
    from screening_hit h join person c on c.id = h.client_id where h.superseded_at is null and ${whereAndOrder}`);
  return rows.map(({ id, clientId, name, subject, caption, kind, score, state, foundAt, reopened }) => ({
    id,
    client: { id: clientId, name },
    payee: subject || null,
    caption,
    kind,
    score: Number(score),
    state,
    found_at: foundAt.toISOString(),
    reopened,
  }));
}
