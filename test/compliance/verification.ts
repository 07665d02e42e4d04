import { sql } from '#server/platform/db/sql.ts';
import type { DocumentKind } from '#contract/verification/names.ts';
import { asker } from '../money/payments.ts';
import type { Session, TestServer } from '../server.ts';
import { png, upload } from '../files/upload.ts';

export const personalData = {
  first_name: 'Ida',
  second_name: 'Berg',
  birth_on: '1990-05-17',
  nationality: 'DE',
  phone: '+49 30 901820',
  address: 'Lindenallee 12, 10115 Berlin',
};

export const answers = {
  employment: 'employed',
  income: 'band_1',
  savings: 'band_1',
  source: 'salary',
  deposits: 'band_0',
  public_office: 'no',
};

/** What a document of each kind says of itself, on the day on which tests begin. */
export const described = {
  identity: { type: 'passport', number: 'C01X00T47', expires_on: '2030-01-01' },
  residence: { type: 'utility_bill', issued_on: '2026-02-10' },
  source_of_funds: { type: 'payslip', issued_on: '2026-02-10' },
} as const satisfies Record<DocumentKind, object>;

/** Uploads a page of a document; each is another picture unless its content is given. */
export async function page(server: TestServer, as: Session, content?: Buffer): Promise<string> {
  const { file, refusal } = await upload(server, as, content ?? (await png()), { purpose: 'verification' });
  if (!file.id) throw new Error(JSON.stringify(refusal));
  return file.id;
}

/** A person with a confirmed address, who has declared and answered everything. */
export async function declared(
  server: TestServer,
  as?: Session,
  more: Partial<typeof personalData> = {},
): Promise<Session> {
  const session = as ?? (await server.register());
  await server.db.run(sql`update person set email_verified_at = now() where id = ${session.user.id}`);
  await server.signIn({ email: session.user.email, remember: true, as: session });
  const saved = await server.call('POST /api/verification/person', { as: session, body: { ...personalData, ...more } });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.refusal));
  await server.call('POST /api/verification/profile', { as: session, body: answers });
  return session;
}

/** Sends a document of one page; returns its id. */
export async function send(server: TestServer, as: Session, kind: DocumentKind, more: object = {}): Promise<string> {
  const body = { kind, ...described[kind], files: [await page(server, as)], ...more };
  const sent = await asker(server)('POST /api/verification/document', as, body);
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.refusal));
  return sent.body.kinds.find((each) => each.kind === kind)?.documents[0]?.id ?? '';
}

/** Opens a client’s case: which facts it shows. */
export async function factsSeen(server: TestServer, officer: Session, client: Session): Promise<string> {
  const body = { client_id: client.user.id };
  return (await server.call('POST /api/staff/verification/case', { as: officer, body })).body.facts_version;
}

/** Takes a client’s case and decides on a document of it, by what the case says then. */
export async function decide(server: TestServer, officer: Session, client: Session, documentId: string, more: object) {
  const request = asker(server);
  const client_id = client.user.id;
  await request('POST /api/staff/verification/assign', officer, { client_id });
  const body = { client_id, document_id: documentId, facts_version: await factsSeen(server, officer, client), ...more };
  return request('POST /api/staff/verification/decide', officer, body);
}

/** Reaches a client by phone. */
export async function reach(server: TestServer, officer: Session, client: Session) {
  const client_id = client.user.id;
  await asker(server)('POST /api/staff/verification/assign', officer, { client_id });
  const facts_version = await factsSeen(server, officer, client);
  const body = { client_id, facts_version, how: 'Called him back.' };
  return asker(server)('POST /api/staff/verification/phone', officer, body);
}
