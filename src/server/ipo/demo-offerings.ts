import type { OfferingTerms } from '#contract/ipo/staff-records.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { continueAllotments } from './allotment/continue-allotments.ts';
import { submitSuitability } from './answer-suitability.ts';
import { buy } from './applications/buy.ts';
import { simulateApplicationsFor } from './demo/simulated-applicants.ts';
import offerings from './demo/offerings.json' with { type: 'json' };
import type { Staff } from './staff/actions/run-action.ts';
import { decideRequest } from './staff/actions/decide.ts';
import { proposeListing } from './staff/actions/listing.ts';
import { readStaffOfferingRow } from './staff/offering-row.ts';
import { postponeOffering, withdrawOffering } from './staff/actions/pause.ts';
import { proposeAllotment, proposePrice } from './staff/actions/approval-requests.ts';
import { publishOffering } from './staff/actions/publish.ts';
import { createOffering, setProspectus, writeText } from './staff/actions/write.ts';
import { advanceApplications } from './lifecycle/advance-applications.ts';
import { quoteListed } from './prices.ts';
import { sell } from './sell.ts';

/** Something that happens to an offering of the demo; the app's clock stands at its time. */
interface Happening {
  at: Date;
  run: (app: App, idOf: (person: string) => string) => Promise<unknown>;
}

/** An offering of the demo with its course, in days from now. Issuers are made up. */
interface Story {
  stage: string;
  terms: Omit<OfferingTerms, 'opens_at' | 'closes_at' | 'listed_at'>;
  days: Partial<
    Record<'announced' | 'opens' | 'closes' | 'priced' | 'allotted' | 'listed' | 'lists' | 'stops', number>
  >;
  texts: Record<Language, { about: string; risks: string }>;
  final_price?: string;
  first_price?: string;
  applications?: { person: string; quantity: number; days: number; limit?: string }[];
  sales?: { person: string; quantity: number; days: number }[];
  /** Number of simulated applicants. */
  applicants?: number;
}

const dayMs = 86_400_000;

/** Everything that has happened to the demo's offerings until now, in the order of time. */
export const offeringTimeline = (now: Date): Happening[] =>
  (offerings as unknown as Story[])
    .flatMap((story) => storyOf(story, now))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());

function storyOf(story: Story, now: Date): Happening[] {
  const { days, terms, applications = [], sales = [], applicants = 0 } = story;
  const when = (inDays: number) => new Date(now.getTime() + inDays * dayMs);
  let id = '';
  const happenings: Happening[] = [];
  const add = (inDays: number | undefined, run: Happening['run']) => {
    if (inDays !== undefined && inDays <= 0) happenings.push({ at: when(inDays), run });
  };
  const { announced = 0, opens = 0, closes = 0 } = days;
  add(announced, async (app) => void (id = await announce(app, story, when)));
  add(opens, (app) => advanceApplications(app));
  for (const { person, quantity, days, limit } of applications) {
    add(days, (app, idOf) => applyAs(app, idOf(person), id, quantity, limit));
  }
  if (applicants > 0) add((opens + closes) / 2, (app) => simulateApplicationsFor(app, id, 0, applicants));
  add(closes, (app) => advanceApplications(app));
  add(days.stops, (app) => stop(app, id, story.stage));
  add(days.priced, (app) => price(app, id, story.final_price ?? terms.price_high));
  add(days.allotted, (app) => allot(app, id, terms.allotment_method));
  add(days.listed, (app) => list(app, id, story.first_price ?? terms.price_high));
  if (days.listed !== undefined) add(days.listed + terms.lock_up_days, (app) => advanceApplications(app));
  for (const { person, quantity, days } of sales) {
    add(days, async (app, idOf) => {
      await quoteListed(app);
      await sell(app, { id: idOf(person) }, { key: newId(), body: { stock_id: id, quantity } });
    });
  }
  return happenings;
}

/** Two members of staff who run offerings: one makes requests, the other decides. */
async function offeringStaff({ db }: App): Promise<[first: () => Staff, second: () => Staff]> {
  const [first, second] = await db.rows<{ id: string }>(sql`
    select id from person where 'finance' = any(roles) order by created_at limit 2`);
  if (!first || !second) throw new Error('the cast has no two persons of finance');
  const staff = (id: string) => (): Staff => ({
    me: { id, roles: ['client', 'finance'] },
    language: 'en',
    key: newId(),
  });
  return [staff(first.id), staff(second.id)];
}

const seen = async (app: App, stock_id: string) => ({
  stock_id,
  version: (await readStaffOfferingRow(app.db, stock_id)).version,
});

async function announce(app: App, story: Story, when: (inDays: number) => Date): Promise<string> {
  const { days, terms, texts, stage } = story;
  const [first] = await offeringStaff(app);
  const lists = days.listed ?? days.lists;
  const { stock_id: id } = await createOffering(app, first(), {
    ...terms,
    opens_at: when(days.opens ?? 0).toISOString(),
    closes_at: when(days.closes ?? 1).toISOString(),
    listed_at: lists === undefined ? null : when(lists).toISOString(),
  });
  for (const [language, text] of Object.entries(texts)) {
    await writeText(app, first(), { ...(await seen(app, id)), language: language as Language, ...text });
  }
  const url = `https://example.com/prospectus/${terms.ticker.toLowerCase()}.pdf`;
  await setProspectus(app, first(), { ...(await seen(app, id)), url });
  if (stage !== 'draft') {
    await publishOffering(app, first(), await seen(app, id));
    await decide(app, id);
  }
  return id;
}

async function applyAs(app: App, clientId: string, stock_id: string, quantity: number, limit?: string): Promise<void> {
  await submitSuitability(
    app,
    { id: clientId },
    {
      experience: 'years',
      allotment_is_uncertain: 'true',
      lock_up_means: 'cannot_sell',
      worst_case: 'lose_all',
      share_of_savings: 'below_tenth',
    },
  );
  const price =
    limit === undefined ? { price_type: 'any' as const } : { price_type: 'limit' as const, limit_price: limit };
  const body = { stock_id, quantity, unrestricted: true, disclosure_version: 1, prospectus_version: 1, ...price };
  await buy(app, { id: clientId }, { language: 'en', key: newId(), body });
}

async function decide(app: App, stock_id: string): Promise<void> {
  const [, second] = await offeringStaff(app);
  const { id } = await app.db.one<{ id: string }>(sql`
    select id from approval_request where offering_id = ${stock_id} and state = 'open'`);
  await decideRequest(app, second(), { approval_request_id: id, decision: 'approve' });
}

async function price(app: App, id: string, finalPrice: string): Promise<void> {
  const [first] = await offeringStaff(app);
  await proposePrice(app, first(), { ...(await seen(app, id)), price: finalPrice });
  await decide(app, id);
}

async function allot(app: App, id: string, method: OfferingTerms['allotment_method']): Promise<void> {
  const [first] = await offeringStaff(app);
  await proposeAllotment(app, first(), { ...(await seen(app, id)), method });
  await decide(app, id);
  await continueAllotments(app, 1);
}

async function list(app: App, id: string, first_price: string): Promise<void> {
  const [first] = await offeringStaff(app);
  const listed_at = app.clock.now().toISOString();
  await proposeListing(app, first(), { ...(await seen(app, id)), listed_at, first_price });
  await decide(app, id);
  await advanceApplications(app);
}

async function stop(app: App, id: string, stage: string): Promise<void> {
  const [first] = await offeringStaff(app);
  const action = stage === 'postponed' ? postponeOffering : withdrawOffering;
  await action(app, first(), { ...(await seen(app, id)), note: 'The market has turned.' });
  await advanceApplications(app);
}
