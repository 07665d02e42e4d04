import type { DocumentKind, DocumentType } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import { uploadFile } from '#server/platform/files/upload-file.ts';
import { newId } from '#server/platform/id.ts';
import { sql } from '#server/platform/db/sql.ts';
import { saveProfileAnswers, declarePerson } from './declare.ts';
import { drawDocument } from './demo-drawing.ts';
import { decideDocument } from './staff/decide.ts';
import { confirmPhone } from './staff/phone-and-requests.ts';
import { assignCase } from './staff/assign.ts';
import { dayOf } from './document-row.ts';
import { sendDocument } from './send-document.ts';

const dayMs = 86_400_000;

type IdOf = (person: string) => string;

/** A document that was sent, and the decision of Viktor of compliance; without a decision it is pending. */
interface Sample {
  person: string;
  daysAgo: number;
  kind: DocumentKind;
  type: DocumentType;
  /** Days from today on which an identity document ends. */
  validDays?: number;
  decision?: { approve: true } | { reasons: string[]; comment: string };
}

const samples: readonly Sample[] = [
  { person: 'katarzyna', daysAgo: 90, kind: 'identity', type: 'passport', validDays: 20, decision: { approve: true } },
  { person: 'katarzyna', daysAgo: 90, kind: 'residence', type: 'bank_statement', decision: { approve: true } },
  {
    person: 'sofia',
    daysAgo: 6,
    kind: 'source_of_funds',
    type: 'payslip',
    decision: { reasons: ['cut_off'], comment: 'The bottom third is missing.' },
  },
  { person: 'layla', daysAgo: 3, kind: 'source_of_funds', type: 'contract_of_sale' },
  { person: 'tomas', daysAgo: 0.6, kind: 'identity', type: 'passport', validDays: 2000 },
  { person: 'tomas', daysAgo: 0.5, kind: 'residence', type: 'utility_bill' },
];

/** Personal data of the cast beyond those of registration; made up. */
const declared: Record<string, { birth_on: string; phone: string; address: string }> = {
  tomas: { birth_on: '1991-03-14', phone: '+420222000143', address: 'Lipová 8, 120 00 Praha' },
  sofia: { birth_on: '1987-11-02', phone: '+390200000187', address: 'Via dei Tigli 3, 20121 Milano' },
  katarzyna: { birth_on: '1984-06-21', phone: '+48220000164', address: 'Lipowa 5, 00-316 Warszawa' },
  layla: { birth_on: '1979-01-30', phone: '+97145550142', address: 'Palm Court 21, Dubai' },
};

/** What the cast sent to compliance and when, so that a demo's queue is not empty. Levels stay as they are set. */
export function verificationTimeline(now: Date): { at: Date; run: (app: App, idOf: IdOf) => Promise<void> }[] {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  const firstOf = (person: string) =>
    Math.max(...samples.filter((each) => each.person === person).map((each) => each.daysAgo));
  return [
    ...Object.keys(declared).map((person) => ({
      at: before(firstOf(person) + 0.05),
      run: (app: App, idOf: IdOf) => declare(app, idOf, person),
    })),
    ...samples.map((sample, position) => ({
      at: before(sample.daysAgo),
      run: (app: App, idOf: IdOf) => sendSample(app, idOf, { ...sample, position, now }),
    })),
  ];
}

async function declare(app: App, idOf: IdOf, person: string): Promise<void> {
  const id = idOf(person);
  const facts = declared[person];
  if (!facts) throw new Error(`nobody declared anything for ${person}`);
  const { firstName, secondName, country } = await app.db.one<{
    firstName: string;
    secondName: string;
    country: string;
  }>(sql`
    select first_name as "firstName", second_name as "secondName", country from person where id = ${id}`);
  await declarePerson(
    app,
    { id, country },
    { first_name: firstName, second_name: secondName, nationality: country, ...facts },
  );
  await saveProfileAnswers(app, id, {
    employment: 'employed',
    income: 'band_2',
    savings: 'band_2',
    source: 'salary',
    deposits: 'band_1',
    public_office: 'no',
  });
  if (person === 'tomas') return;
  const { facts_version } = await assignCase(app, officerOf(idOf), { client_id: id });
  const how = 'Called back on the day of the declaration.';
  await confirmPhone(app, officerOf(idOf), { client_id: id, facts_version, how });
}

const officerOf = (idOf: IdOf) => ({ me: { id: idOf('viktor') }, language: 'en' as const, key: newId() });

async function sendSample(app: App, idOf: IdOf, of: Sample & { position: number; now: Date }): Promise<void> {
  const { person, kind, type, validDays = 0, decision, position, now } = of;
  const clientId = idOf(person);
  const about =
    kind === 'identity'
      ? { number: `SAMPLE${position}`, expires_on: dayOf(new Date(now.getTime() + validDays * dayMs)) }
      : { issued_on: dayOf(new Date(app.clock.now().getTime() - 20 * dayMs)) };
  const input = { ownerId: clientId, purpose: 'verification', name: `${type.replaceAll('_', '-')}.png` } as const;
  const { id: file } = await uploadFile(app, input, once(await drawDocument(kind, position)));
  await sendDocument(app, clientId, { kind, type, ...about, files: [file] }, newId());
  if (decision) await decideSample(app, idOf, { clientId, kind, decision });
}

async function decideSample(
  app: App,
  idOf: IdOf,
  of: { clientId: string; kind: DocumentKind; decision: NonNullable<Sample['decision']> },
): Promise<void> {
  const { clientId, kind, decision } = of;
  const { documents, facts_version } = await assignCase(app, officerOf(idOf), { client_id: clientId });
  const document_id = documents.find((each) => each.kind === kind && each.state === 'pending')?.id ?? '';
  const how =
    'approve' in decision
      ? { decision: 'approve' as const, reasons: [] }
      : { decision: 'reject' as const, reasons: decision.reasons, comment: decision.comment };
  await decideDocument(app, officerOf(idOf), { client_id: clientId, document_id, facts_version, final: false, ...how });
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
