import type { Language } from '#contract/kernel/languages.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { ProfileAnswers, VerificationShown } from '#contract/verification/endpoints.ts';
import type { DocumentKind, DraftStep, Need } from '#contract/verification/names.ts';
import { chosenNeeds, documentKinds } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import { clientLevel } from '#server/platform/people/client-state.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { fileColumns, showFile, type FileRow } from '#server/platform/files/file-row.ts';
import { readPaymentLimits, type PaymentLimit } from '#server/payments/limits.ts';
import { isNameLocked } from './change-person.ts';
import { readPhoneProof } from './phone/proof.ts';
import { showCheck } from './identity/show-check.ts';
import { showPhoneCode } from './phone/show-code.ts';
import { dayOf, readDocuments, readPages, showDocument, statusOf, type DocumentRow } from './document-row.ts';
import { isReviewed } from './review-lock.ts';
import { readImported } from './imported-documents.ts';
import { readDocumentAccesses } from './document-accesses.ts';
import { waitingNeeds } from './settle.ts';

type DocumentStatuses = Record<Need, boolean>;

interface ClientRow extends DocumentStatuses {
  level: number;
  byHand: number | null;
  isNameLocked: boolean;
  waiting: Need[];
  reviewDueAt: Date | null;
}

/** What a client has proven, what each level requires and gives, and who has opened the client's documents. */
export async function showVerification(app: App, clientId: string, language: Language): Promise<VerificationShown> {
  const { db } = app;
  const client = await db.one<ClientRow>(sql`
    select ${clientLevel} as level,
           c.level_override as "byHand", coalesce(${isNameLocked}, false) as "isNameLocked", ${waitingNeeds} as waiting,
           (select due_at from verification_case where client_id = c.id) as "reviewDueAt",
           v.email, v.person, v.profile, v.phone, v.identity, v.residence, v.source_of_funds
    from person c join verification_status v on v.client_id = c.id where c.id = ${clientId}`);
  const [levels, declared, kinds, imported, drafts, access_log] = await Promise.all([
    readLevels(db, { clientId, at: app.clock.now() }, client),
    readDeclared(db, clientId),
    readKinds(app, clientId, language),
    readImported(db, clientId),
    readDrafts(db, clientId),
    readDocumentAccesses(db, clientId),
  ]);
  return {
    level: client.level,
    set_by_hand: client.byHand !== null,
    levels,
    name_locked: client.isNameLocked,
    phone_confirmed: client.phone,
    phone_proof: await readPhoneProof(db, clientId),
    phone_code: await showPhoneCode(app, clientId),
    ...declared,
    identity_check: await showCheck(app, clientId, language),
    kinds,
    imported,
    review_due_at: client.reviewDueAt?.toISOString() ?? null,
    drafts,
    access_log: access_log.map(({ at, who, role, kind }) => ({ at, who, role, kind })),
  };
}

/** The limits of each level as payments and offerings enforce them for this client. */
async function readLevels(
  db: Queries,
  { clientId, at }: { clientId: string; at: Date },
  client: ClientRow,
): Promise<VerificationShown['levels']> {
  const deposits = await readPaymentLimits(db, { clientId, kind: 'deposit', at });
  const withdrawals = await readPaymentLimits(db, { clientId, kind: 'withdrawal', at });
  const { ipoLevel } = await db.one<{ ipoLevel: number }>(sql`
    select coalesce((select min(min_level) from ipo_offering where state in ('announced', 'open')), 3) as "ipoLevel"`);
  const needsOf = await readNeeds(db);
  const stateOf = (need: Need) => (client[need] ? 'done' : client.waiting.includes(need) ? 'waiting' : 'open');
  return deposits.map((deposit) => ({
    level: deposit.level,
    deposit: showLimit(deposit),
    withdrawal: showLimit(withdrawals.find(({ level }) => level === deposit.level)),
    ipo: deposit.level >= ipoLevel,
    needs: needsOf(deposit.level).map((need) => ({ need, state: stateOf(need) })),
  }));
}

function showLimit(paymentLimit: PaymentLimit | undefined): VerificationShown['levels'][number]['deposit'] {
  const limits = [
    { span: 'month' as const, max: paymentLimit?.perMonth ?? null },
    { span: 'day' as const, max: paymentLimit?.perDay ?? null },
    { span: 'operation' as const, max: paymentLimit?.perOperation ?? null },
  ];
  const limit = limits.find(({ max }) => max !== null);
  return {
    allowed: paymentLimit?.allowed ?? false,
    limit: limit ? { span: limit.span, amount: toDecimal(limit.max ?? 0n, 'USD') } : null,
  };
}

/** What each level requires in addition to the level below, by the operator's settings. */
async function readNeeds(db: Queries): Promise<(level: number) => Need[]> {
  const chosen = await db.one<Record<(typeof chosenNeeds)[number], number | null>>(sql`
    select person_level as person, profile_level as profile, phone_level as phone, identity_level as identity,
           residence_level as residence, source_of_funds_level as source_of_funds from verification_setting`);
  return (level) => (level === 1 ? ['email'] : chosenNeeds.filter((need) => chosen[need] === level));
}

/** The declarations that apply. */
async function readDeclared(db: Queries, clientId: string): Promise<Pick<VerificationShown, 'person' | 'profile'>> {
  const person = await db.maybeOne<{ birth_on: string; nationality: string; at: Date }>(sql`
    select birth_on::text, nationality, at from verification_person
    where client_id = ${clientId} order by at desc, id desc limit 1`);
  const profile = await db.maybeOne<{ version: number; answers: ProfileAnswers; at: Date }>(sql`
    select version, answers, at from verification_profile
    where client_id = ${clientId} order by at desc, id desc limit 1`);
  return {
    person: person
      ? { birth_on: person.birth_on, nationality: person.nationality, declared_at: person.at.toISOString() }
      : null,
    profile: profile
      ? { version: profile.version, answers: profile.answers, answered_at: profile.at.toISOString() }
      : null,
  };
}

async function readKinds(app: App, clientId: string, language: Language): Promise<VerificationShown['kinds']> {
  const at = app.clock.now();
  const documents = await readDocuments(app.db, sql`d.client_id = ${clientId}`);
  const pages = await readPages(app.db, documents);
  const requested = await app.db.rows<{ kind: DocumentKind; comment: string }>(sql`
    select kind, comment from verification_request where client_id = ${clientId} and answered_at is null order by at`);
  const reviewed = await isReviewed(app.db, clientId, at);
  return documentKinds.map((kind) => {
    const ofKind = documents.filter((each) => each.kind === kind);
    const request = requested.findLast((each) => each.kind === kind);
    const circumstances = { today: dayOf(at), isReviewed: reviewed, isRequested: request !== undefined };
    const { status, closed } = statusOf(ofKind, circumstances);
    const shown = ofKind.filter((each) => isShown(each, ofKind));
    return {
      kind,
      status,
      open: closed === undefined,
      requested: request?.comment ?? null,
      documents: shown.map((each) => showDocument(app, language, each, pages.get(each.id) ?? [])),
    };
  });
}

/** The latest one, and an approved one next to it. */
const isShown = (document: DocumentRow, all: readonly DocumentRow[]) =>
  document.state === 'approved' || document.attempt === Math.max(...all.map(({ attempt }) => attempt));

async function readDrafts(db: Queries, clientId: string): Promise<VerificationShown['drafts']> {
  const drafts = await db.rows<{ step: DraftStep; content: Record<string, string> }>(sql`
    select step, content from verification_draft where client_id = ${clientId}`);
  const named = drafts.map((draft) => ({ ...draft, ids: (draft.content['files'] ?? '').split(',').filter(isUuid) }));
  const files = await db.rows<FileRow>(sql`
    select ${fileColumns} from file f
    where f.id = any(${named.flatMap(({ ids }) => ids)}::uuid[]) and f.owner_id = ${clientId}
      and f.purpose = 'verification' and f.linked_at is null and f.deleted_at is null`);
  return named.map(({ step, content, ids }) => ({
    step,
    content,
    files: ids.flatMap((id) => files.filter((file) => file.id === id).map(showFile)),
  }));
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
