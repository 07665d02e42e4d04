import { createHash } from 'node:crypto';
import { hitKinds, kindOfTopic, type HitKind } from '#contract/screening/names.ts';
import type { ScreenedEntity } from '#server/platform/connections/ports/screening.ts';

/** What an entity is listed for: the gravest of its topics. */
export function kindOf({ properties }: Pick<ScreenedEntity, 'properties'>): HitKind {
  const kinds = new Set((properties['topics'] ?? []).map(kindOfTopic));
  return hitKinds.find((kind) => kinds.has(kind)) ?? 'other';
}

const compare = (a: string, b: string) => (a < b ? -1 : 1);

/** Changes with each fact of an entity, whatever their order. */
export function hashOf({ caption, schema, properties, datasets }: ScreenedEntity): Buffer {
  const facts = Object.entries(properties)
    .map(([name, values]) => [name, values.toSorted(compare)] as const)
    .toSorted(([a], [b]) => compare(a, b));
  return createHash('sha256')
    .update(JSON.stringify([caption, schema, facts, datasets.toSorted(compare)]))
    .digest();
}
