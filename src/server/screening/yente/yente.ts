import { z } from 'zod';
import { oldListHours } from '#contract/screening/names.ts';
import type { Adapter, Connection, Io } from '#server/platform/connections/adapter.ts';
import type { OutgoingAnswer } from '#server/platform/connections/guarded-fetch.ts';
import type { Outcome } from '#server/platform/connections/outcome.ts';
import { probe } from '#server/platform/connections/probe.ts';
import { readJson } from '#server/platform/connections/read-json.ts';
import type {
  ScreenedEntity,
  Screening,
  ScreeningAnswers,
  ScreeningList,
  ScreeningQuery,
} from '#server/platform/connections/ports/screening.ts';
import { catalogue, indexedAt, matchResponse, readEntities } from './answers.ts';

const settings = z.strictObject({
  address: z.url(),
  dataset: z.string().regex(/^[\w-]{1,60}$/),
  /** Pinned: `best` is another one after an update of the server. */
  algorithm: z.enum(['logic-v2', 'logic-v1', 'name-qualified', 'name-based', 'regression-v1']),
  threshold_percent: z.coerce.number().int().min(50).max(99),
  /** A name that is on the list for sure: without it in an answer, the index is broken. */
  control_name: z.string().min(3).max(200),
});
type Settings = z.output<typeof settings>;

const control = 'control';
const most = 100;
/** Entities of an answer. */
const mostEntities = 100;
/** Also entities below our threshold are kept with the answer. */
const lowestScore = 0.5;

/** Sanctions lists and politically exposed persons, by a server of the operator that runs yente, or the hosted one. */
export const yente: Adapter<'screening', typeof settings> = {
  name: 'yente',
  port: 'screening',
  settings,
  hosts: () => [],
  open: (connection, io) => openYente(connection, io),
};

function openYente({ settings: set, secrets }: Connection<Settings>, io: Io): Screening {
  const [apiKey] = secrets['api_key'] ?? [];
  const address = set.address.replace(/\/+$/, '');
  const headers = {
    'content-type': 'application/json',
    ...(apiKey !== undefined && { authorization: `ApiKey ${apiKey}` }),
  };

  async function readCatalogue(): Promise<Outcome<ScreeningList>> {
    const answer = await io.http({
      purpose: 'read catalogue',
      ref: null,
      method: 'GET',
      url: `${address}/catalog`,
      headers,
    });
    const failed = failureOf(answer);
    if (failed) return failed;
    const found = answer.failure === null ? readJson(answer, catalogue) : undefined;
    const dataset = found?.datasets.find(({ name }) => name === set.dataset);
    const version = dataset?.index_version ?? dataset?.version;
    if (!dataset || !version) return { kind: 'unknown', detail: `the catalogue has no index of ${set.dataset}` };
    return {
      kind: 'done',
      value: {
        name: set.dataset,
        version,
        updatedAt: indexedAt(dataset),
        algorithm: set.algorithm,
        threshold: set.threshold_percent / 100,
      },
    };
  }

  async function match(
    queries: readonly ScreeningQuery[],
    changedSince: string | null,
  ): Promise<Outcome<ScreeningAnswers>> {
    const query = new URLSearchParams({
      algorithm: set.algorithm,
      limit: String(mostEntities),
      threshold: String(set.threshold_percent / 100),
      cutoff: String(lowestScore),
    });
    if (changedSince !== null) query.set('changed_since', changedSince);
    const body = {
      queries: Object.fromEntries(queries.map(({ key, properties }) => [key, { schema: 'Person', properties }])),
    };
    const answer = await io.http({
      purpose: 'compare names',
      ref: null,
      method: 'POST',
      url: `${address}/match/${set.dataset}?${query.toString()}`,
      headers,
      body: JSON.stringify(body),
    });
    const failed = failureOf(answer);
    if (failed) return failed;
    const given = answer.failure === null ? readJson(answer, matchResponse) : undefined;
    if (!given) return { kind: 'unknown', detail: 'the answer has no responses' };
    // The best come first: a full answer whose last entity is a hit may leave out others.
    const isWhole = (found: readonly { score: number }[]) =>
      found.length < mostEntities || (found.at(-1)?.score ?? 0) * 100 < set.threshold_percent;
    const entities = (key: string): ScreenedEntity[] | 'failed' => readEntities(given.responses[key], isWhole);
    return { kind: 'done', value: new Map(queries.map(({ key }) => [key, entities(key)])) };
  }

  /** With every span of changes: an index that has lost its entities finds none. */
  async function findControl(): Promise<Outcome<string>> {
    const answer = await match([{ key: control, properties: { name: [set.control_name] } }], null);
    if (answer.kind !== 'done') return answer;
    const found = answer.value.get(control);
    const [best] = found === 'failed' || found === undefined ? [] : found;
    return best && best.score * 100 >= set.threshold_percent
      ? { kind: 'done', value: `${best.caption} (${best.score})` }
      : { kind: 'unknown', detail: `${set.control_name} is on the list and was not found` };
  }

  return {
    most,
    async readList() {
      const list = await readCatalogue();
      if (list.kind !== 'done') return list;
      const found = await findControl();
      return found.kind === 'done' ? list : found;
    },
    compare: (queries, { changedSince }) => match(queries, changedSince),
    test: () =>
      probe([
        [
          'read the catalogue',
          async () => {
            const list = await readCatalogue();
            if (list.kind !== 'done') return list;
            const { version, updatedAt } = list.value;
            const hours =
              updatedAt === null ? null : Math.round((io.now().getTime() - updatedAt.getTime()) / 3_600_000);
            if (hours !== null && hours > oldListHours)
              return { kind: 'unknown', detail: `version ${version} is ${hours} hours old` };
            return { kind: 'done', value: `version ${version}, ${hours ?? 'unknown'} hours old` };
          },
        ],
        ['find the control name', findControl],
      ]),
  };
}

/** What is no success. A limit of calls ends by itself, also for other names; 5xx may be of these names. */
function failureOf(answer: OutgoingAnswer): Exclude<Outcome<never>, { kind: 'done' }> | null {
  if (answer.failure !== null) return { kind: 'unknown', detail: answer.reason };
  if (answer.status < 400) return null;
  const detail = readJson(answer, z.object({ detail: z.unknown() }))?.detail;
  const text = `status ${answer.status}${typeof detail === 'string' ? `: ${detail}` : ''}`.slice(0, 300);
  if (answer.status >= 500) return { kind: 'unknown', detail: text };
  const again = answer.status === 429 ? 'later' : 'after_change';
  return { kind: 'refused', code: String(answer.status), text, again };
}
