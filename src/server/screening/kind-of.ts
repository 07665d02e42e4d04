import { createHash } from 'node:crypto';
import type { HitKind } from '#contract/screening/names.ts';
import type { ScreenedEntity } from '#server/platform/connections/ports/screening.ts';

const exposed = new Set(['role.pep', 'role.rca', 'role.pol']);

/** What an entity is listed for; an unknown topic is for staff to look at. */
export function kindOf({ properties }: Pick<ScreenedEntity, 'properties'>): HitKind {
  const topics = properties['topics'] ?? [];
  if (topics.some((topic) => topic === 'sanction' || topic.startsWith('sanction.'))) return 'sanction';
  return topics.some((topic) => exposed.has(topic)) ? 'exposed' : 'other';
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
