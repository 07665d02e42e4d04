import type { DocumentKind, DocumentType } from '#contract/verification/names.ts';
import { isTwoSided, typesOf } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { linkFile } from '#server/platform/files/link-file.ts';
import { newId } from '#server/platform/id.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { deleteDraft } from './declare.ts';
import { dayOf, readDocuments, statusOf } from './document-row.ts';
import { isReviewed } from './review-lock.ts';
import { lockClient, settle } from './settle.ts';

interface Sent {
  kind: DocumentKind;
  type: DocumentType;
  number?: string | undefined;
  issued_on?: string | undefined;
  expires_on?: string | undefined;
  files: string[];
}

/**
 * Takes a document of uploaded files, which waits for staff from then on.
 * @throws Refusal as `verification.send_document` lists them
 */
export async function sendDocument(app: App, clientId: string, body: Sent, key: string): Promise<void> {
  const action = 'verification.send_document';
  await app.db.tx(async (tx) => {
    await lockClient(tx, clientId);
    await runIdempotent(app, tx, { ownerId: clientId, key, action, body }, async () => {
      const at = app.clock.now();
      if (isTwoSided(body.type) && body.files.length !== 2) throw refuseField('files', 'verification.both_sides');
      const described = describe(body);
      await checkDays(tx, body.kind, described, { today: dayOf(at) });
      const documentId = await insertDocument(tx, clientId, { ...body, ...described }, at);
      for (const id of body.files) await linkFile(tx, { id, ownerId: clientId, purpose: 'verification', at });
      await insertPages(tx, { documentId, clientId, kind: body.kind, files: body.files });
      await deleteDraft(tx, clientId, body.kind);
      await settle(app, tx, clientId);
      return documentId;
    });
  });
}

interface Described {
  number: string | null;
  issued_on: string | null;
  expires_on: string | null;
}

/**
 * Only those fields that the kind has.
 * @throws Refusal `validation.choice`, `validation.required`
 */
export function describe({ kind, type, number, issued_on, expires_on }: Omit<Sent, 'files'>): Described {
  if (!(typesOf[kind] as readonly DocumentType[]).includes(type)) throw refuseField('type', 'validation.choice');
  if (kind !== 'identity') {
    if (!issued_on) throw refuseField('issued_on', 'validation.required');
    return { number: null, issued_on, expires_on: null };
  }
  // Compared across clients, however each of them wrote it.
  const plain = number?.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (!plain) throw refuseField('number', 'validation.required');
  if (!expires_on) throw refuseField('expires_on', 'validation.required');
  return { number: plain, issued_on: null, expires_on };
}

/**
 * @param days `seenOn` is when another system accepted the document, if one did: it was to be recent then
 * @throws Refusal `verification.not_yet_issued`, `verification.document_old`, `verification.document_expired`
 */
export async function checkDays(
  tx: Tx,
  kind: DocumentKind,
  described: Described,
  { today, seenOn = today }: { today: string; seenOn?: string },
): Promise<void> {
  const { issued_on: issuedOn, expires_on: expiresOn } = described;
  if (issuedOn && issuedOn > today) throw refuseField('issued_on', 'verification.not_yet_issued');
  if (kind === 'residence' && issuedOn) {
    const { months, isOld } = await tx.one<{ months: number; isOld: boolean }>(sql`
      select residence_months as months,
             ${issuedOn}::date < ${seenOn}::date - make_interval(months => residence_months) as "isOld"
      from verification_setting`);
    if (isOld) throw refuseField('issued_on', 'verification.document_old', { months });
  }
  if (expiresOn && expiresOn <= today) throw refuseField('expires_on', 'verification.document_expired');
}

type Sendable = Pick<Sent, 'kind' | 'type'> &
  Described & {
    /** Of a provider that has seen it. */
    checkId?: string;
  };

/** Why no document of a kind is accepted now, under the client’s lock; undefined where one is. */
export async function closedFor(db: Queries, clientId: string, kind: DocumentKind, at: Date) {
  const documents = await readDocuments(db, sql`d.client_id = ${clientId} and d.kind = ${kind}`);
  const requested = await db.rows(sql`
    select from verification_request where client_id = ${clientId} and kind = ${kind} and answered_at is null limit 1`);
  const { closed } = statusOf(documents, {
    today: dayOf(at),
    isReviewed: await isReviewed(db, clientId, at),
    isRequested: requested.length > 0,
  });
  return closed;
}

/** @throws Refusal as `closedFor` has it */
export async function insertDocument(tx: Tx, clientId: string, sent: Sendable, at: Date): Promise<string> {
  const { kind } = sent;
  const closed = await closedFor(tx, clientId, kind, at);
  if (closed) throw refuse(`verification.${closed}`);
  await tx.run(sql`
    update verification_request set answered_at = ${at}
    where client_id = ${clientId} and kind = ${kind} and answered_at is null`);
  await tx.run(sql`
    update verification_document set state = 'replaced'
    where client_id = ${clientId} and kind = ${kind} and state = 'pending'`);
  const id = newId();
  await tx.run(sql`
    insert into verification_document (id, client_id, kind, type, attempt, number, issued_on, expires_on, state, facts, created_at, check_id)
    select ${id}, ${clientId}, ${kind}, ${sent.type}, coalesce(max(attempt), 0) + 1, ${sent.number}, ${sent.issued_on}, ${sent.expires_on},
           'pending', verification_facts(${clientId}), ${at}, ${sent.checkId ?? null}
    from verification_document where client_id = ${clientId} and kind = ${kind}`);
  return id;
}

/**
 * Stores which files of the client are the pages of a document.
 * @throws Refusal `verification.same_document` where one proves something else
 */
export async function insertPages(
  tx: Tx,
  {
    documentId,
    clientId,
    kind,
    files,
  }: { documentId: string; clientId: string; kind: DocumentKind; files: readonly string[] },
): Promise<void> {
  for (const [index, fileId] of files.entries()) {
    await tx.run(sql`
      insert into verification_file (file_id, document_id, client_id, position)
      values (${fileId}, ${documentId}, ${clientId}, ${index + 1})`);
  }
  const same = await tx.rows(sql`
    select from verification_file g join file f on f.id = g.file_id
    join verification_file h on h.client_id = g.client_id and h.document_id <> g.document_id
    join file e on e.id = h.file_id and e.sha256 = f.sha256
    join verification_document d on d.id = h.document_id and d.kind <> ${kind} and d.state in ('pending', 'approved')
    where g.document_id = ${documentId} limit 1`);
  if (same.length > 0) throw refuse('verification.same_document');
}
