import type { Answer } from '../answer.ts';
import { startStandIn, type Call, type RunningStandIn } from '../http-stand-in.ts';
import { inventEntities, type Entity } from './entities.ts';
import { score } from './score.ts';

/** What the stand-in can lie about, in the order of the list in the notes on its wire. */
export const yenteLies = [
  'status_inside',
  'fewer_responses',
  'exact_threshold',
  'match_under_threshold',
  'year_only',
  'merged_id',
  'old_index',
  'busy_batch',
  'no_properties',
  'last_change_jumps',
  'company',
  'empty_index',
] as const;
export type YenteLie = (typeof yenteLies)[number];

interface Query {
  schema: string;
  properties: Record<string, string[]>;
}

interface Books {
  entities: Entity[];
  /** Queries by the id that the caller gave them, in the order of arrival. */
  asked: { id: string; properties: Record<string, string[]> }[];
}

export interface Yente {
  port?: number;
  silenceMs?: number;
  /** When the index was built; now, unless a test says otherwise. */
  indexedAt?: () => Date;
}

const minuteVersion = (at: Date) => `${at.toISOString().replaceAll(/\D/g, '').slice(0, 14)}-inv`;

/** The calls of yente 5.5 that screening makes, over invented people. */
export async function startYente(of: Yente = {}): Promise<RunningStandIn<YenteLie> & Books> {
  const books: Books = { entities: inventEntities(), asked: [] };
  const handle = (call: Call, lie: YenteLie | undefined): Answer => {
    const { pathname } = call.url;
    if (pathname === '/readyz' || pathname === '/healthz') return { status: 200, body: { status: 'ok' } };
    if (pathname === '/catalog') return catalogue((of.indexedAt ?? (() => new Date()))(), lie);
    const dataset = /^\/match\/([\w-]+)$/.exec(pathname)?.[1];
    if (call.method !== 'POST' || dataset === undefined) return { status: 404, body: { detail: 'Not Found' } };
    if (dataset !== 'default') return { status: 404, body: { detail: 'No such dataset.' } };
    return match(books, call, lie);
  };
  const running = await startStandIn({
    ...of,
    handle,
    lies: yenteLies,
    seen: () => books.asked,
    index: {
      name: 'yente',
      lists: () => [
        { title: 'On the lists', shown: books.entities.map(entityShown) },
        { title: 'Asked for, the last 50', shown: books.asked.slice(-50).toReversed().map(askedShown) },
      ],
    },
  });
  return { ...running, ...books };
}

const entityShown = ({ id, caption, properties, datasets }: Entity) => ({
  id,
  text: `${caption}, born on ${properties['birthDate']?.[0]}, ${datasets.join(', ')}`,
});

const askedShown = ({ id, properties }: Books['asked'][number]) => ({
  id,
  text: Object.values(properties).flat().join(', '),
});

function catalogue(indexedAt: Date, lie: YenteLie | undefined): Answer {
  const at = lie === 'old_index' ? new Date(indexedAt.getTime() - 9 * 86_400_000) : indexedAt;
  const version = minuteVersion(at);
  const dataset = {
    name: 'default',
    title: 'Invented lists',
    version,
    last_export: indexedAt.toISOString(),
    index_version: version,
    index_current: true,
  };
  return { status: 200, body: { datasets: [dataset], current: ['default'], outdated: [], index_stale: false } };
}

function match(books: Books, { url, body }: Call, lie: YenteLie | undefined): Answer {
  if (lie === 'busy_batch')
    return { status: 429, headers: { 'retry-after': '1' }, body: { detail: 'Too many requests' } };
  const { queries } = JSON.parse(body) as { queries?: Record<string, Query> };
  if (!queries) return { status: 422, body: { detail: [{ loc: ['body', 'queries'], msg: 'Field required' }] } };
  const entries = Object.entries(queries);
  if (entries.length === 0 || entries.length > 100)
    return { status: 400, body: { detail: 'Too many queries in one batch.' } };
  const limit = Number(url.searchParams.get('limit') ?? 5);
  books.asked.push(...entries.map(([id, { properties }]) => ({ id, properties })));
  const answered = lie === 'fewer_responses' ? entries.slice(1) : entries;
  const responses = Object.fromEntries(
    answered.map(([id, query], index) => [id, respond(books, { query, limit, url, lie, isFirst: index === 0 })]),
  );
  return { status: 200, headers: { 'x-batch-size': String(entries.length) }, body: { responses, limit } };
}

interface Asked {
  query: Query;
  limit: number;
  url: URL;
  lie: YenteLie | undefined;
  isFirst: boolean;
}

function respond({ entities }: Books, { query, limit, url, lie, isFirst }: Asked) {
  const threshold = Number(url.searchParams.get('threshold') ?? 0.7);
  const since = url.searchParams.get('changed_since');
  const scored = entities
    .filter(({ last_change }) => since === null || last_change.slice(0, 10) >= since || lie === 'last_change_jumps')
    .map((entity) => ({ entity, value: score(query.properties, entity) }))
    .filter(({ value }) => value >= 0.5)
    .toSorted((a, b) => b.value - a.value)
    .slice(0, limit);
  const results = lie === 'empty_index' ? [] : scored.map(({ entity, value }) => shown(entity, value, threshold, lie));
  const status = lie === 'status_inside' && isFirst ? 500 : 200;
  return { status, results: status === 500 ? [] : results, total: { value: results.length, relation: 'eq' }, query };
}

function shown(entity: Entity, value: number, threshold: number, lie: YenteLie | undefined) {
  const { properties } = entity;
  return {
    ...entity,
    target: true,
    score: lie === 'exact_threshold' ? 0.7 : lie === 'match_under_threshold' ? 0.4 : value,
    match: lie === 'match_under_threshold' || value >= threshold,
    explanations: { name_match: { detail: null, score: value, query: null, candidate: null } },
    ...(lie === 'year_only' && {
      properties: { ...properties, birthDate: [properties['birthDate']?.[0]?.slice(0, 4)] },
    }),
    ...(lie === 'merged_id' && { id: `${entity.id}-merged`, referents: [...entity.referents, entity.id] }),
    ...(lie === 'no_properties' && { properties: {} }),
    ...(lie === 'last_change_jumps' && { last_change: '2026-11-25T00:00:00' }),
    ...(lie === 'company' && { schema: 'Company' }),
  };
}
