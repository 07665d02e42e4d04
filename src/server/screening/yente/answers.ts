import { z } from 'zod';
import type { ScreenedEntity } from '#server/platform/connections/ports/screening.ts';

/** What is compared with people: a company in the answer is a fault of the provider, not a hit. */
const schemas = new Set(['Person', 'LegalEntity']);

const result = z.object({
  id: z.string().min(1).max(300),
  caption: z.string(),
  schema: z.string(),
  properties: z.record(z.string(), z.array(z.unknown())),
  datasets: z.array(z.string()).default([]),
  referents: z.array(z.string()).default([]),
  last_change: z.string().nullish(),
  score: z.number().min(0).max(1),
});

const answered = z.object({
  status: z.number().default(200),
  results: z.array(result),
});

export const matchResponse = z.object({ responses: z.record(z.string(), z.unknown()) });

export const catalogue = z.object({
  datasets: z.array(
    z.object({
      name: z.string(),
      version: z.string().nullish(),
      last_export: z.string().nullish(),
      index_version: z.string().nullish(),
    }),
  ),
});
export type Dataset = z.output<typeof catalogue>['datasets'][number];

/** The entities of one answer; `failed` for everything that is not a full answer in the documented form. */
export function readEntities(
  response: unknown,
  isWhole: (found: readonly { score: number }[]) => boolean,
): ScreenedEntity[] | 'failed' {
  const { data } = answered.safeParse(response);
  if (!data || data.status !== 200 || data.results.some(({ schema }) => !schemas.has(schema))) return 'failed';
  if (!isWhole(data.results)) return 'failed';
  return data.results.map(({ last_change, properties, ...entity }) => ({
    ...entity,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, values]) => [name, values.filter((each) => typeof each === 'string')]),
    ),
    lastChange: readTime(last_change),
  }));
}

/** yente gives times without a zone, which are in UTC. */
function readTime(text: string | null | undefined): Date | null {
  const at = new Date(`${text ?? ''}${/Z|[+-]\d\d:\d\d$/.test(text ?? '') ? '' : 'Z'}`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** A version begins with the time of the index, as in `20261122063502-abc`; the older of index and export counts. */
export function indexedAt({ index_version: version, last_export: exported }: Dataset): Date | null {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)/.exec(version ?? '') ?? [];
  const times = [
    readTime(exported),
    year === undefined ? null : readTime(`${year}-${month}-${day}T${hour}:${minute}:00`),
  ];
  const known = times.filter((time) => time !== null).map((time) => time.getTime());
  return known.length === 0 ? null : new Date(Math.min(...known));
}
