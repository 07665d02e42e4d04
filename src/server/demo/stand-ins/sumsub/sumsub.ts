import { createHmac, randomBytes } from 'node:crypto';
import { actPage, keysAlone } from '../../act-page.ts';
import type { Answer } from '../answer.ts';
import { startStandIn, type Call, type RunningStandIn } from '../http-stand-in.ts';
import { acts, nowOf, sumsubLies, type Act, type Applicant, type Books, type Sumsub, type SumsubLie } from './books.ts';
import { act, report } from './deliver.ts';

/** The calls of Sumsub that the adapter makes, as strict as the vendor’s, and a page on which its reviewers decide. */
export async function startSumsub(of: Sumsub) {
  const books: Books = { of, applicants: [], reported: [] };
  let url = '';
  const handle = (call: Call, lie: SumsubLie | undefined): Answer | Promise<Answer> => {
    const { pathname, searchParams } = call.url;
    const [, , id = ''] = /^\/(link)\/(\w+)$/.exec(pathname) ?? [];
    if (id) return page(books, call, id);
    const refused = refusalOf(of, call);
    if (refused) return refused;
    if (call.method === 'POST' && pathname === '/resources/applicants') {
      if (searchParams.get('levelName') !== of.level) return refusal(404, 'Level not found');
      return create(books, call);
    }
    if (call.method === 'POST' && pathname === '/resources/sdkIntegrations/levels/-/websdkLink')
      return link(books, call, lie, url);
    const found = find(books, pathname);
    if (call.method !== 'GET' || found === undefined) return refusal(404, 'Not found');
    return { status: 200, body: shown(found) };
  };
  const running: RunningStandIn<SumsubLie> = await startStandIn({
    ...of,
    handle,
    lies: sumsubLies,
    seen: () => books.applicants,
    index: {
      name: 'Sumsub',
      lists: () => [{ title: 'Applicants', shown: books.applicants.toReversed().map(applicantShown) }],
      act: (id, name) => actOn(books, id, name),
    },
  });
  url = running.url;
  return {
    ...running,
    ...books,
    act: (applicant: Applicant, what: Act) => act(books, applicant, what),
    report: (applicant: Applicant, type: string) => report(books, applicant, type, {}),
  };
}

/** All three headers have to fit, and the time to be that of now. */
function refusalOf(of: Sumsub, { method, url, headers, body }: Call): Answer | null {
  const seconds = Number(headers['x-app-access-ts']);
  if (headers['x-app-token'] !== of.appToken) return refusal(401, 'Unauthorized');
  if (!(Math.abs(nowOf(of).getTime() / 1000 - seconds) <= 60)) return refusal(401, 'Timestamp is out of range');
  const signed = createHmac('sha256', of.secretKey)
    .update(`${seconds}${method}${url.pathname}${url.search}${body}`)
    .digest('hex');
  return headers['x-app-access-sig'] === signed ? null : refusal(401, 'Invalid signature');
}

function create({ of, applicants }: Books, { body }: Call): Answer {
  const { externalUserId } = JSON.parse(body) as { externalUserId: string };
  if (applicants.some((each) => each.externalUserId === externalUserId))
    return refusal(409, 'Applicant with this external user id already exists');
  const applicant: Applicant = {
    id: randomBytes(12).toString('hex'),
    externalUserId,
    review: { levelName: of.level, reviewStatus: 'init' },
    info: {
      firstName: 'IDA',
      lastName: 'BERG',
      dob: '1990-05-17',
      idDocs: [
        { idDocType: 'PASSPORT', country: 'DEU', number: `C0${applicants.length}X00T47`, validUntil: '2033-01-01' },
      ],
    },
    lie: null,
  };
  applicants.push(applicant);
  return { status: 201, body: shown(applicant) };
}

function link(
  { of, applicants }: Books,
  { url: { searchParams }, body }: Call,
  lie: SumsubLie | undefined,
  url: string,
): Answer {
  const { levelName, userId } = JSON.parse(body) as { levelName: string; userId: string };
  if (levelName !== of.level || lie === 'unknown_level') return refusal(404, 'Level not found');
  const applicant = applicants.find(({ externalUserId }) => externalUserId === userId);
  if (!applicant) return refusal(404, 'Applicant not found');
  applicant.lie = lie ?? applicant.lie;
  applicant.language = searchParams.get('lang') ?? undefined;
  return { status: 200, body: { url: `${url}/link/${applicant.id}` } };
}

function find({ applicants }: Books, pathname: string): Applicant | undefined {
  const [, of = ''] = /^\/resources\/applicants\/(.+)\/one$/.exec(pathname) ?? [];
  const ref = /^-;externalUserId=(.+)$/.exec(of)?.[1];
  return applicants.find(({ id, externalUserId }) => (ref === undefined ? id === of : externalUserId === ref));
}

function shown({ id, externalUserId, review, info, lie }: Applicant) {
  return {
    id,
    inspectionId: `i${id}`,
    type: 'individual',
    externalUserId: lie === 'other_client' && review.reviewStatus === 'completed' ? 'another-client' : externalUserId,
    review,
    info: lie === 'other_person' ? { ...info, firstName: 'OLGA', dob: '1971-02-03' } : info,
  };
}

const applicantShown = ({ id, externalUserId, review }: Applicant) => ({
  id,
  text: `${externalUserId}, ${review.reviewStatus} ${review.reviewResult?.reviewAnswer ?? ''}`,
  page: `/link/${id}`,
  acts,
});

async function actOn(books: Books, id: string, what: string): Promise<void> {
  const applicant = books.applicants.find((each) => each.id === id);
  const chosen = acts.find((each) => each === what);
  if (applicant && chosen) await act(books, applicant, chosen);
}

/** What a client sees at the provider, with the buttons of its reviewers. */
async function page(books: Books, { method, headers, body }: Call, id: string): Promise<Answer> {
  const applicant = books.applicants.find((each) => each.id === id);
  if (!applicant) return refusal(404, 'Not found');
  if (method === 'POST') await actOn(books, id, new URLSearchParams(body).get('act') ?? '');
  const { text = keysAlone } = books.of;
  const { reviewStatus, reviewResult } = applicant.review;
  return actPage({
    text,
    locales: [applicant.language, headers['accept-language']],
    adapter: 'sumsub',
    paragraphs: (language) => [
      text(language, 'demo.act_state', { state: `${reviewStatus} ${reviewResult?.reviewAnswer ?? ''}`.trim() }),
    ],
    action: `/link/${id}`,
    acts,
  });
}

const refusal = (code: number, description: string): Answer => ({ status: code, body: { description, code } });
