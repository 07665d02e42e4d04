import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openRow, signNewRow } from '#server/platform/secrets/row-macs.ts';
import { hashOf, kindOf } from './kind-of.ts';
import type { ScreenedEntity } from '#server/platform/connections/ports/screening.ts';

interface Known {
  id: string;
  state: string;
  hash: Buffer;
  lastChange: Date | null;
}

interface Pair {
  clientId: string;
  subject: string;
  checkId: string;
  at: Date;
}

/**
 * Opens a case for each entity that is new for this name. A decided pair stays decided while the entity is the same: with
 * a later change or another fact it comes back, and the decision on it no longer counts. Call it with the client locked.
 */
export async function recordHits(app: App, tx: Tx, pair: Pair, entities: readonly ScreenedEntity[]): Promise<void> {
  for (const entity of entities) await recordHit(app, tx, pair, entity);
}

async function recordHit(app: App, tx: Tx, pair: Pair, entity: ScreenedEntity): Promise<void> {
  const { clientId, subject, checkId, at } = pair;
  const ids = [entity.id, ...entity.referents];
  // Merged entities keep their earlier ids as referents, so one may stand for several that were decided before.
  const known = await tx.rows<Known>(sql`
    select id, state, entity_hash as hash, last_change as "lastChange" from screening_hit
    where client_id = ${clientId} and subject = ${subject} and superseded_at is null
      and (entity_id = any(${ids}) or referents && ${ids}) order by found_at, id`);
  const hash = hashOf(entity);
  if (known.some((each) => isSame(each, entity, hash))) return;
  for (const { id } of known) await supersede(app, tx, id, at);
  const id = newId();
  await tx.run(sql`
    insert into screening_hit (id, client_id, subject, entity_id, referents, kind, caption, score, entity, entity_hash,
                               last_change, reopens, found_at, check_id)
    values (${id}, ${clientId}, ${subject}, ${entity.id}, ${[...entity.referents]}, ${kindOf(entity)}, ${entity.caption}, ${entity.score},
            ${JSON.stringify(entity)}::jsonb, ${hash}, ${entity.lastChange}, ${known.at(-1)?.id ?? null}, ${at}, ${checkId})`);
  await signNewRow(tx, app.config, 'screening_hit', sql`h.id = ${id}`);
}

/** A change of the entity that is not dated is seen by its facts, and one that is dated counts whatever it changed. */
const isSame = ({ hash, lastChange }: Known, entity: ScreenedEntity, now: Buffer): boolean =>
  hash.equals(now) && (entity.lastChange === null || (lastChange !== null && entity.lastChange <= lastChange));

async function supersede(app: App, tx: Tx, id: string, at: Date): Promise<void> {
  await openRow(tx, app.config, 'screening_hit', id, sql`h.id = ${id}`);
  await tx.run(sql`update screening_hit set superseded_at = ${at} where id = ${id}`);
}
