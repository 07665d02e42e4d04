import { randomBytes } from 'node:crypto';
import { sql } from '#server/platform/db/sql.ts';
import { Refused } from '../../fault/hand.ts';
import { moments, type Moment } from '#server/demo/stand-ins/strike.ts';
import type { CommonLie } from '#server/demo/stand-ins/http-stand-in.ts';
import type { Applicant, SumsubLie } from '#server/demo/stand-ins/sumsub/books.ts';
import { startSumsub } from '#server/demo/stand-ins/sumsub/sumsub.ts';
import { commonTrials } from '../common-lies.ts';
import { connect } from '../connect.ts';
import { killName, struck } from '../kill.ts';
import { Triggers, type CallKind, type Exam, type Trial, type Verdict } from '../trial.ts';
import { until, type Person, type World } from '../world.ts';

type Lie = SumsubLie | CommonLie;

const level = 'certified-level';
const secrets = {
  appToken: `sbx:${randomBytes(12).toString('hex')}`,
  secretKey: randomBytes(16).toString('hex'),
  webhookSecret: randomBytes(16).toString('hex'),
};

const create: CallKind = { method: 'POST', path: /^\/resources\/applicants$/ };
const link: CallKind = { method: 'POST', path: /websdkLink$/ };
/** Of one applicant, since what earlier trials have left may be read at any time. */
const readOf = ({ id }: Applicant): CallKind => ({
  method: 'GET',
  path: new RegExp(`^/resources/applicants/${id}/one$`),
});

/** How a check ends: its state, what staff have to look at, and whether a document waits for them. */
interface End {
  state: string;
  problem?: string;
  hasDocument?: true;
}
const waitsForStaff: End = { state: 'approved', hasDocument: true };

const own: readonly [name: string, lie: SumsubLie, end: End][] = [
  ['1 approved by the event alone', 'green_by_event_alone', { state: 'rejected', problem: 'rejected' }],
  ['2 reviewed before created', 'reviewed_before_created', waitsForStaff],
  ['3 approved for another level', 'other_level', { state: 'review', problem: 'other_level' }],
  ['4 the reference of another client', 'other_client', { state: 'waiting', problem: 'other_client' }],
  // The event is refused; the look an hour later finds the result.
  ['5 an event signed by SHA-1', 'sha1', waitsForStaff],
  ['6 approved, then rejected', 'later_red', { state: 'rejected', problem: 'rejected' }],
  ['7 reset in the middle', 'reset_midway', { state: 'waiting' }],
  ['8 another name and birthday', 'other_person', waitsForStaff],
  ['9 a second account of one person', 'duplicate', { state: 'rejected', problem: 'rejected' }],
  ['10 on hold for long', 'on_hold', { state: 'review' }],
  ['11 an unknown level', 'unknown_level', waitsForStaff],
  ['12 an event of the test environment', 'sandbox_event', waitsForStaff],
];

export async function sumsubExam(world: World): Promise<Exam> {
  const sumsub = await startSumsub({ ...secrets, level, now: () => new Date(world.now() * 1000) });
  const triggers = new Triggers();
  sumsub.onStrike(triggers.strike);
  const { hook } = await connect(world, {
    adapter: 'sumsub',
    fields: {
      level_name: level,
      digest: 'HMAC_SHA256_HEX',
      stand_in: sumsub.url,
      app_token: secrets.appToken,
      secret_key: secrets.secretKey,
      webhook_secret: secrets.webhookSecret,
    },
  });
  sumsub.of.reportTo = hook;

  /** Whether a link came. Atrium may refuse when its provider does, and may die over it. */
  const begin = (client: Person): Promise<boolean> =>
    world.ask(client, 'POST /api/verification/identity-check', {}).then(
      () => true,
      (error: unknown) => {
        const isExpected =
          error instanceof TypeError ||
          (error instanceof Refused && error.message.includes('verification.check_unreachable'));
        if (!isExpected) throw error;
        return false;
      },
    );

  /** A client who tries until there is a link. */
  async function linked(client: Person): Promise<Applicant> {
    if (!(await begin(client)) && !(await begin(client))) throw new Error('the second attempt has no link');
    const applicant = sumsub.applicants.find(({ externalUserId }) => externalUserId === client.id);
    if (!applicant) throw new Error('the provider has no applicant');
    return applicant;
  }

  const ends =
    (client: Person, end: End): Verdict =>
    async () => {
      const applicants = sumsub.applicants.filter(({ externalUserId }) => externalUserId === client.id).length;
      if (applicants !== 1) return `${applicants} applicants instead of 1`;
      const { state, problem, documents } = await world.db.one<{
        state: string;
        problem: string | null;
        documents: number;
      }>(sql`
      select k.state, k.problem,
             (select count(*)::int from verification_document d where d.check_id = k.id and d.state = 'pending') as documents
      from verification_check k where k.client_id = ${client.id}`);
      if (state !== end.state || problem !== (end.problem ?? null)) return `${state} ${problem ?? ''}`;
      return documents === Number(end.hasDocument ?? 0) ? null : `${documents} documents wait`;
    };

  /** Something happens to a call by which a client gets a link, and then the provider approves. */
  const linking = (call: CallKind) => ({
    lied: async (lie: Lie, end: End) => {
      const client = await world.newClient();
      const used = triggers.once({ moment: 'before', ...call, act: () => sumsub.lie(lie) });
      const applicant = await linked(client);
      await used;
      await sumsub.act(applicant, 'approve');
      return ends(client, end);
    },
    killed: async (moment: Moment) => {
      const client = await world.newClient();
      await struck({ world, triggers }, { call, moment }, () => begin(client));
      await sumsub.act(await linked(client), 'approve');
      return ends(client, waitsForStaff);
    },
  });
  /** Something happens to the look-up that an event leads to. */
  const reading = {
    lied: async (lie: Lie, end: End) => {
      const client = await world.newClient();
      const applicant = await linked(client);
      const used = triggers.once({ moment: 'before', ...readOf(applicant), act: () => sumsub.lie(lie) });
      await sumsub.act(applicant, 'approve');
      await used;
      return ends(client, end);
    },
    killed: async (moment: Moment) => {
      const client = await world.newClient();
      const applicant = await linked(client);
      await struck({ world, triggers }, { call: readOf(applicant), moment }, () => sumsub.act(applicant, 'approve'));
      return ends(client, waitsForStaff);
    },
  };

  /** The proposal is there before the provider takes its approval back; the lie itself may be over before it is read. */
  const takenBack = async () => {
    const client = await world.newClient();
    const applicant = await linked(client);
    await sumsub.act(applicant, 'approve');
    await until('the proposal', async () => (await ends(client, waitsForStaff)()) === null || undefined);
    await sumsub.act(applicant, 'reject');
    return ends(client, { state: 'rejected', problem: 'rejected' });
  };

  const ownRun = async (lie: SumsubLie, end: End) => {
    const verdict = await linking(link).lied(lie, end);
    // The look an hour later hides what the event was answered with.
    if (lie === 'sha1' && sumsub.reported.at(-1) !== 401) throw new Error(`answered ${sumsub.reported.at(-1)}`);
    return verdict;
  };
  const paths = [
    ['create', linking(create)],
    ['link', linking(link)],
    ['read after an event', reading],
  ] as const;
  const trials: Trial[] = [
    ...paths.flatMap(([path, { lied }]) => commonTrials({ [path]: (lie) => lied(lie, waitsForStaff) })),
    ...own.map(([name, lie, end]) => ({
      path: 'link',
      name,
      kind: 'own' as const,
      run: () => ownRun(lie, end),
    })),
    { path: 'link', name: '6 approved and read, then rejected', kind: 'own' as const, run: takenBack },
    ...paths.flatMap(([path, { killed }]) =>
      moments.map((moment) => ({ path, name: killName[moment], kind: 'kill' as const, run: () => killed(moment) })),
    ),
  ].map((trial) => ({ ...trial, run: () => trial.run().finally(() => world.revive()) }));

  return {
    trials,
    books: () => identityBooks(world, sumsub.applicants),
    secrets: Object.values(secrets),
    calm() {
      triggers.clear();
      sumsub.beHonest();
    },
    close: () => sumsub.close(),
  };
}

/** One applicant for each check and the reverse, and each document from an approval that the provider still gives. */
async function identityBooks(
  { db }: World,
  applicants: Awaited<ReturnType<typeof startSumsub>>['applicants'],
): Promise<string[]> {
  const checks = await db.rows<{ clientId: string; applicantId: string | null; documents: number }>(sql`
    select k.client_id as "clientId", k.applicant_id as "applicantId",
           (select count(*)::int from verification_document d where d.check_id = k.id and d.state in ('pending', 'approved')) as documents
    from verification_check k`);
  const byId = new Map(applicants.map((each) => [each.id, each]));
  return [
    ...checks.flatMap(({ clientId, applicantId, documents }) => {
      const there = byId.get(applicantId ?? '');
      if (there?.externalUserId !== clientId) return [`the check of client ${clientId} has another applicant`];
      const isApproved = there.review.reviewResult?.reviewAnswer === 'GREEN' && there.review.levelName === level;
      return documents > Number(isApproved) ? [`${documents} documents of client ${clientId}`] : [];
    }),
    ...(applicants.length > checks.length ? [`${applicants.length} applicants for ${checks.length} checks`] : []),
  ];
}
