import { sql } from '#server/platform/db/sql.ts';
import { moments } from '#server/demo/stand-ins/strike.ts';
import { controlName } from '#server/demo/stand-ins/yente/entities.ts';
import { startYente, type YenteLie } from '#server/demo/stand-ins/yente/yente.ts';
import { commonTrials } from '../common-lies.ts';
import { connect } from '../connect.ts';
import { killName, struck } from '../kill.ts';
import { Triggers, type Exam, type Trial, type Verdict } from '../trial.ts';
import { until, type World } from '../world.ts';

const catalogue = { method: 'GET', path: /^\/catalog$/ };
const match = { method: 'POST', path: /^\/match\// };
const apiKey = 'certified-api-key';

/** In which call each of the twelve is used, and whether the name then is a hit. */
const own: readonly [name: string, lie: YenteLie, where: 'catalogue' | 'control' | 'names', isHit: boolean][] = [
  ['1 a status of 500 inside of 200', 'status_inside', 'names', true],
  ['2 fewer answers than names', 'fewer_responses', 'names', true],
  ['3 a score at the threshold', 'exact_threshold', 'names', true],
  ['4 a match under our threshold', 'match_under_threshold', 'names', false],
  ['5 a birthday of a year alone', 'year_only', 'names', true],
  ['6 merged under another id', 'merged_id', 'names', true],
  ['7 an index nine days old', 'old_index', 'catalogue', true],
  ['8 limited within a batch', 'busy_batch', 'names', true],
  ['9 no properties', 'no_properties', 'names', true],
  ['10 all entities changed today', 'last_change_jumps', 'names', true],
  ['11 a company for a person', 'company', 'names', true],
  ['12 an index without entities', 'empty_index', 'control', true],
];

/** Those that no answer is taken from. */
const failing = new Set<YenteLie>(['status_inside', 'fewer_responses', 'busy_batch', 'company', 'empty_index']);
/** A short run has these; each takes as long as the job rests between two runs. */
const short = new Set<YenteLie>(['match_under_threshold', 'merged_id', 'status_inside', 'empty_index']);

export async function yenteExam(world: World): Promise<Exam> {
  const lists = await startYente({ indexedAt: () => new Date(world.now() * 1000) });
  const triggers = new Triggers();
  lists.onStrike(triggers.strike);
  await connect(world, {
    adapter: 'yente',
    fields: {
      address: lists.url,
      dataset: 'default',
      algorithm: 'logic-v2',
      threshold_percent: '70',
      control_name: controlName,
      api_key: apiKey,
    },
  });
  // The first batches are about the people of the demo.
  await until('everybody is compared', async () => ((await stillDue(world)) === 0 ? true : undefined), 120_000);
  let people = 0;
  const expected = new Map<string, boolean>();

  /** A new client who bears the name of the next entity; after the last one comes the first again. */
  async function newNamesake(isHit = true): Promise<string> {
    const named = lists.entities.filter(({ caption: name }) => name !== controlName);
    const caption = named[people % named.length]?.caption ?? '';
    people += 1;
    const [first = '', second = ''] = caption.split(' ');
    const { id } = await world.newClient([first, second]);
    expected.set(id, isHit);
    return id;
  }

  async function namesake(isHit = true): Promise<Verdict> {
    const id = await newNamesake(isHit);
    return () => verdictOf(world, id, { isHit });
  }

  /** Plans a lie for one of the three calls of a batch: catalogue, control name, names. */
  function lieIn(where: 'catalogue' | 'control' | 'names', lie: Parameters<typeof lists.lie>[0]): Promise<void> {
    // A list without entities is empty for every call of the batch.
    const tell = () => lists.lie(lie, lie === 'empty_index' ? 2 : 1);
    if (where !== 'names')
      return triggers.once({ moment: 'before', ...(where === 'catalogue' ? catalogue : match), act: tell });
    const control = triggers.once({ moment: 'before', ...match, act: () => {} });
    const names = triggers.once({ moment: 'before', ...match, act: tell });
    return control.then(() => names);
  }

  const lied = async (...lie: Parameters<typeof lieIn>) => {
    // Used in the batch that this name is in.
    const used = lieIn(...lie);
    const verdict = await namesake(own.find(([, each]) => each === lie[1])?.[3] ?? true);
    await used;
    return verdict;
  };

  /** One who has a case is compared again, and the entity has another id by then: it is still one case. */
  const merged = async () => {
    const id = await newNamesake();
    const first = () => verdictOf(world, id, { isHit: true });
    await until('the first case', async () => ((await first()) === null ? true : undefined), 60_000);
    const used = lieIn('names', 'merged_id');
    await world.db.run(sql`select request_screening(${id}, '', 'identity')`);
    await used;
    return () => verdictOf(world, id, { isHit: true, times: 2 });
  };
  /** Nothing is taken from an index without entities: the batch ends without an answer. */
  const emptied = async () => {
    const seen = () =>
      world.db.one<{ seen: string }>(sql`
        select concat((select count(*) from screening_check), ' ', (select at from screening_failure)) as seen`);
    const before = await seen();
    const verdict = await lied('control', 'empty_index');
    await until('the batch ends', async () => ((await seen()).seen === before.seen ? undefined : true));
    return verdict;
  };
  const special: Partial<Record<YenteLie, () => Promise<Verdict>>> = { merged_id: merged, empty_index: emptied };
  const ownTrial = ([name, lie, where]: (typeof own)[number]) => ({
    path: 'compare',
    name,
    kind: 'own' as const,
    isLong: !short.has(lie),
    run: special[lie] ?? (() => lied(where, lie)),
  });
  const trials: Trial[] = [
    // What fails is compared again with the names of later trials, which then must not be lied about.
    ...own.filter(([, lie]) => !failing.has(lie)).map(ownTrial),
    ...own.filter(([, lie]) => failing.has(lie)).map(ownTrial),
    ...commonTrials({ compare: (lie) => lied('names', lie) }, ['empty', 'html', 'busy', 'silence']),
    ...moments.map((moment) => ({
      path: 'compare',
      name: killName[moment],
      kind: 'kill' as const,
      run: () => struck({ world, triggers }, { call: match, moment }, () => namesake()),
    })),
  ];
  return {
    trials,
    books: () => screeningBooks(world, expected),
    secrets: [apiKey],
    calm() {
      triggers.clear();
      lists.beHonest();
    },
    close: () => lists.close(),
  };
}

/** Compared so many times, with a case for its entity, or none. */
async function verdictOf(
  { db }: World,
  clientId: string,
  { isHit, times = 1 }: { isHit: boolean; times?: number },
): Promise<string | null> {
  const { checks, hits } = await db.one<{ checks: number; hits: number }>(sql`
    select (select count(*)::int from screening_check where client_id = ${clientId}) as checks,
           (select count(*)::int from screening_hit
            where client_id = ${clientId} and state = 'open' and superseded_at is null) as hits`);
  if (checks !== times) return `compared ${checks} times`;
  return hits === Number(isHit) ? null : `${hits} cases instead of ${Number(isHit)}`;
}

/** No name is left to compare, no other client has a case, and each case is about a person. */
async function screeningBooks(world: World, expected: ReadonlyMap<string, boolean>): Promise<string[]> {
  const due = await stillDue(world);
  const hits = await world.db.rows<{ clientId: string; schema: string }>(sql`
    select client_id as "clientId", entity ->> 'schema' as schema from screening_hit`);
  return [
    ...(due > 0 ? [`${due} names are still to compare`] : []),
    ...hits.filter(({ clientId }) => !expected.get(clientId)).map(({ clientId }) => `a case for client ${clientId}`),
    ...hits
      .filter(({ schema }) => schema !== 'Person')
      .map(({ clientId }) => `a case of no person for client ${clientId}`),
  ];
}

async function stillDue({ db }: World): Promise<number> {
  const { due } = await db.one<{ due: number }>(sql`
    select count(*)::int as due from screening_due d join person c on c.id = d.client_id where c.closed_at is null`);
  return due;
}
