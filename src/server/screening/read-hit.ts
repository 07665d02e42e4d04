import type { ShownHit } from '#contract/screening/endpoints.ts';
import type { HitDecision } from '#contract/screening/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import type { ScreenedEntity } from '#server/platform/connections/ports/screening.ts';
import { readHitRows } from './hit-row.ts';

interface Stored {
  clientId: string;
  subject: string;
  entity: ScreenedEntity;
  lastChange: Date | null;
  list: string;
  version: string;
  algorithm: string;
  threshold: string;
  decidedBy: string | null;
  decidedAt: Date | null;
  reason: string | null;
}

/** One hit as an officer compares it. @throws Refusal `http.not_found` */
export async function readHit(app: App, me: Pick<Person, 'id'>, id: string): Promise<ShownHit> {
  const { db } = app;
  const [row] = await readHitRows(db, sql`h.id = ${id}`);
  if (!row) throw notFound();
  const stored = await db.one<Stored>(sql`
    select h.client_id as "clientId", h.subject, h.entity, h.last_change as "lastChange", k.list, k.list_version as version,
           k.algorithm, k.threshold::text, s.full_name as "decidedBy", h.decided_at as "decidedAt", h.reason
    from screening_hit h join screening_check k on k.id = h.check_id left join person s on s.id = h.decided_by
    where h.id = ${id}`);
  const { entity, decidedAt, decidedBy, reason } = stored;
  return {
    ...row,
    entity_id: entity.id,
    schema: entity.schema,
    lists: [...entity.datasets],
    last_change: stored.lastChange?.toISOString() ?? null,
    facts: await compareFacts(db, stored),
    found_with: {
      list: stored.list,
      version: stored.version,
      algorithm: stored.algorithm,
      threshold: Number(stored.threshold),
    },
    decision: decidedAt && { by: decidedBy ?? '–', at: decidedAt.toISOString(), reason: reason ?? '' },
    requested: await readRequested(app, me, id),
    own: row.client.id === me.id,
  };
}

interface ClientFacts {
  name: string;
  birthOn: string | null;
  nationality: string | null;
  country: string;
  address: string | null;
}

async function compareFacts(db: Queries, { clientId, subject, entity }: Stored): Promise<ShownHit['facts']> {
  const client = await db.one<ClientFacts>(sql`
    select c.full_name as name, p.birth_on::text as "birthOn", p.nationality, c.country, c.address
    from person c left join lateral (
      select birth_on, nationality from verification_person v where v.client_id = c.id order by v.at desc, v.id desc limit 1) p on true
    where c.id = ${clientId}`);
  const known = (value: string | null) => (value === null || subject !== '' ? [] : [value]);
  const of: Record<ShownHit['facts'][number]['name'], string[]> = {
    name: [subject || client.name],
    birthDate: known(client.birthOn),
    nationality: known(client.nationality?.toLowerCase() ?? null),
    country: known(client.country.toLowerCase()),
    topics: [],
    address: known(client.address),
  };
  return Object.entries(of)
    .map(([name, mine]) => ({ name, client: mine, entity: entityValues(entity, name) }) as ShownHit['facts'][number])
    .filter((fact) => fact.client.length + fact.entity.length > 0);
}

/** Other names of an entity are names as well. */
const entityValues = ({ properties }: ScreenedEntity, name: string): string[] => [
  ...new Set([...(properties[name] ?? []), ...((name === 'name' && properties['alias']) || [])]),
];

async function readRequested({ db, clock }: App, me: Pick<Person, 'id'>, id: string): Promise<ShownHit['requested']> {
  const open = await db.maybeOne<{ by: string; at: Date; reason: string; own: boolean; decision: HitDecision }>(sql`
    select s.full_name as by, r.created_at as at, r.reason, r.author_id = ${me.id} as own,
           coalesce(r.value ->> 'decision', 'cleared') as decision
    from approval_request r join person s on s.id = r.author_id
    where r.kind = 'screening' and r.key = ${id} and r.state = 'open' and r.expires_at > ${clock.now()}`);
  return open ? { ...open, at: open.at.toISOString() } : null;
}
