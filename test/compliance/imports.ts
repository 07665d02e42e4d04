import { expect } from 'vitest';
import type { ImportDetails, ImportMapping } from '#contract/imports/endpoints.ts';
import type { ImportSubject } from '#contract/imports/names.ts';
import { sendBytes } from '../files/upload.ts';
import { startServer, type Session, type TestServer } from '../server.ts';

export const head = 'id,email,first name,last name,country,phone,level,tags,manager,USD,EUR';
export const fields = [
  'outside_id',
  'email',
  'first_name',
  'second_name',
  'country',
  'phone',
  'level',
  'tags',
  'manager',
  'balance',
  'balance',
] as const;
export const mapping = (change: Partial<ImportMapping> = {}): ImportMapping => ({
  columns: fields.map((field, column) => ({
    column,
    field,
    ...(field === 'balance' && { currency: column === 9 ? 'USD' : 'EUR' }),
  })),
  decimal_sign: 'point',
  language: 'en',
  invite: 'later',
  ...change,
});

/** A server with two administrators, of whom one imports and the other agrees. */
export async function startWithImporters() {
  const server = await startServer();
  const ada = await server.register({ first_name: 'Ada', second_name: 'Holm', roles: ['client', 'admin'] });
  const paul = await server.register({ first_name: 'Paul', second_name: 'Adler', roles: ['client', 'admin'] });
  return { server, ada, paul };
}

/** What is wrong with each row that was refused or differs: field and fault. */
export const faultsOf = ({ faulty }: ImportDetails) =>
  faulty.map(({ faults }) => faults.map(({ field, code }) => `${field} ${code}`));

/** How many rows were made, by which their ids and addresses are numbered. */
export let names = 0;
/** A row with an id and an address of its own. */
export function row(change: Partial<Record<number, string>> = {}): string {
  names += 1;
  const cells = [`C${names}`, `person${names}@old.example`, 'Mira', 'Olsen', 'NO', '', '', '', '', '', ''];
  for (const [position, value] of Object.entries(change)) cells[Number(position)] = value ?? '';
  return cells.join(',');
}
/** Of a file whose rows are trading accounts. */
export const accountFields = ['outside_id', 'account_number', 'currency', 'account_name', 'balance'] as const;
export const accountsOf = (...rows: string[]) =>
  Buffer.from(['client,account,currency,name,balance', ...rows].join('\n'));
export const historyFields = [
  'movement_number',
  'outside_id',
  'date',
  'kind',
  'currency',
  'amount',
  'account_number',
  'details',
] as const;
export const historyOf = (...rows: string[]) =>
  Buffer.from(['number,client,date,type,currency,amount,account,text', ...rows].join('\n'));
const documentFields = [
  'file_name',
  'outside_id',
  'document_type',
  'document_number',
  'issued_on',
  'expires_on',
  'accepted_on',
] as const;
export const documentsOf = (...rows: string[]) =>
  Buffer.from(['file,client,type,number,issued,expires,accepted', ...rows].join('\n'));
export const documentMapping = (change: Partial<ImportMapping> = {}): ImportMapping =>
  mapping({ columns: documentFields.map((field, column) => ({ column, field })), ...change });
const mappings: Record<ImportSubject, () => ImportMapping> = {
  clients: () => mapping(),
  accounts: () => mapping({ columns: accountFields.map((field, column) => ({ column, field })) }),
  history: () => mapping({ columns: historyFields.map((field, column) => ({ column, field })) }),
  documents: documentMapping,
};

export const fileOf = (...rows: string[]) => Buffer.from([head, ...rows].join('\n'));

export interface People {
  server: TestServer;
  /** Uploads, checks and requests. */
  ada: Session;
  /** Approves. */
  paul: Session;
}

/** The steps of an import, by people who are there once a step is taken. */
export function importsBy(people: () => People, subject: ImportSubject = 'clients') {
  const usual = mappings[subject];
  const upload = (content: Buffer, as = people().ada) =>
    sendBytes(people().server, as, `/api/staff/imports/upload?name=${subject}.csv&subject=${subject}`, content);
  const shown = async (id: string): Promise<ImportDetails> =>
    (await people().server.call('POST /api/staff/imports/run', { as: people().ada, body: { run_id: id } })).body;

  /** Uploads a file whose check is to begin. */
  async function uploaded(content: Buffer, how = usual()): Promise<string> {
    const { id } = (await upload(content)).body as { id: string };
    const { status } = await people().server.call('POST /api/staff/imports/check', {
      as: people().ada,
      body: { run_id: id, mapping: how },
    });
    expect(status).toBe(200);
    return id;
  }

  async function checked(content: Buffer, how = usual()): Promise<ImportDetails> {
    const id = await uploaded(content, how);
    await people().server.app.jobs.run('imports.work');
    return shown(id);
  }

  const request = (id: string, as = people().ada) =>
    people().server.call('POST /api/staff/imports/request', {
      as,
      body: { run_id: id, reason: 'We leave the old system' },
    });

  async function waitingFor(id: string, as: Session): Promise<string> {
    const { body } = await people().server.call('POST /api/staff/approvals', { as, body: {} });
    return body.approval_requests.find((each) => each.kind === 'import' && each.key === id)?.id ?? '';
  }

  const decide = async (id: string, as: Session) =>
    people().server.call('POST /api/staff/approvals/approve', {
      as,
      body: {
        approval_request_id: await waitingFor(id, as),
        current_password: as.password,
        overrule: 'One network in tests.',
      },
    });

  async function imported(content: Buffer, how = usual()): Promise<ImportDetails> {
    const { id } = await checked(content, how);
    expect((await request(id)).status).toBe(200);
    expect((await decide(id, people().paul)).status).toBe(200);
    await people().server.app.jobs.run('imports.work');
    return shown(id);
  }

  return { upload, shown, uploaded, checked, request, waitingFor, decide, imported };
}
