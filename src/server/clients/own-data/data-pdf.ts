import type { Reader } from '#contract/kernel/text/number-format.ts';
import { intlTagOf } from '#contract/kernel/languages.ts';
import type { LegalKind } from '#contract/legal/names.ts';
import type { DataSection } from '#contract/clients/own-data-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { PdfDocument, PdfFact, PdfTable } from '#server/platform/pdf/document.ts';
import { letterheadOf } from '#server/platform/pdf/letterhead.ts';
import {
  countStored,
  readLast,
  type Last,
  type Paper,
  type PaperWords,
} from '#server/platform/people/personal-data.ts';
import type { Person } from '#server/platform/session/session.ts';
import { statementWords } from '#server/wallets/statement-words.ts';

/** Of a longer list the document has the last rows and the total: a document of all rows would take minutes. */
const maxListRows = 200;

interface Part {
  section: DataSection;
  count: number;
}

interface OnPaper extends Last {
  paper: Paper;
}

/** The client's data for reading: the person, the number of rows of each part, and the lists that the screens show. */
export async function dataPdf(app: App, me: Person, reader: Reader): Promise<PdfDocument> {
  const words = wordsOf(app, reader);
  const { text } = words;
  const { person, consents, parts, lists } = await app.db.snapshot(async (tx) => ({
    person: await personOf(tx, me),
    consents: await consentsOf(tx, me),
    ...(await readParts(app, tx, me)),
  }));
  return {
    language: reader.language,
    issuer: await letterheadOf(app, me, reader.language),
    title: text('profile.data_title'),
    facts: [
      ...factsOf(me, person, words),
      ...consents.map(({ kind, number, at }) => ({
        term: text(`legal.kind_${kind}`),
        details: text('legal.accepted_version', { number: String(number), at: words.time(at) }),
      })),
      { term: text('wallets.statement_issued'), details: words.time(app.clock.now()) },
    ],
    tables: [countsOf(parts, words), ...lists.map((list) => tableOf(list, words))],
    notes: [text('profile.data_note')],
  };
}

async function readParts({ personalData }: App, tx: Tx, me: Person): Promise<{ parts: Part[]; lists: OnPaper[] }> {
  const parts: Part[] = [];
  const read: OnPaper[] = [];
  for (const { section, lists } of personalData.sections()) {
    const part: Part = { section, count: 0 };
    for (const list of lists) {
      if (list.paper) {
        const last = await readLast(tx, list, me.id, maxListRows);
        part.count += last.count;
        if (last.count > 0) read.push({ ...last, paper: list.paper });
      } else part.count += await countStored(tx, list, me.id);
    }
    parts.push(part);
  }
  return { parts, lists: read };
}

function wordsOf(app: App, reader: Reader): PaperWords & { language: (code: string) => string } {
  const { text, day, time, money, number } = statementWords(app, reader);
  const tag = intlTagOf(reader.language);
  const countries = new Intl.DisplayNames(tag, { type: 'region' });
  const tongues = new Intl.DisplayNames(tag, { type: 'language' });
  return {
    text,
    day: (of) => (of === null ? '' : day(of)),
    time: (at) => (at === null ? '' : time(at)),
    money: (minor, currency) => (minor === null ? '' : money(minor, currency)),
    number: (count) => (count === null ? '' : number(count)),
    country: (code) => (code === null ? '' : (countries.of(code) ?? code)),
    phone: (number) => (number === null ? '' : `\u200e${number}`),
    language: (code) => tongues.of(code) ?? code,
  };
}

const countsOf = (parts: readonly Part[], { text, number }: PaperWords): PdfTable => ({
  columns: [
    { header: text('profile.data_part'), width: 70 },
    { header: text('profile.data_entries'), width: 30, numeric: true },
  ],
  rows: parts.map(({ section, count }) => ({
    cells: [{ text: text(`profile.data_of_${section}`) }, { text: number(count) }],
  })),
});

/** The latest rows of a list first. */
function tableOf({ paper, count, rows }: OnPaper, words: PaperWords): PdfTable {
  const { text } = words;
  const isCut = count > rows.length;
  return {
    title: {
      text: text(paper.title),
      detail: isCut ? text('profile.data_latest', { shown: String(rows.length), count: String(count) }) : undefined,
    },
    columns: paper.columns.map(({ header, width, numeric = false }) => ({ header: text(header), width, numeric })),
    rows: rows.toReversed().map((row) => ({
      cells: paper.columns.map((column) => {
        const cell = column.cell(row, words);
        return typeof cell === 'string' ? { text: cell } : cell;
      }),
    })),
  };
}

const personOf = (db: Queries, me: Person) =>
  db.one<{ level: number }>(sql`select verification_level as level from person where id = ${me.id}`);

interface Consent {
  kind: LegalKind;
  number: number;
  at: Date;
}

/** The latest version of each document that the client accepted. */
const consentsOf = (db: Queries, me: Person) =>
  db.rows<Consent>(sql`
    select distinct on (v.kind) v.kind, v.number, k.at
    from legal_consent k join legal_version v on v.id = k.version_id
    where k.client_id = ${me.id} order by v.kind, v.number desc`);

function factsOf(me: Person, { level }: { level: number }, words: ReturnType<typeof wordsOf>): PdfFact[] {
  const { text } = words;
  const fact = (key: string, details: string | null): PdfFact[] => (details ? [{ term: text(key), details }] : []);
  return [
    ...fact('wallets.statement_client', me.fullName),
    ...fact('auth.email', me.email),
    ...fact('profile.phone', words.phone(me.phone)),
    ...fact('profile.country', words.country(me.country)),
    ...fact('profile.address', me.address),
    ...fact('common.language', words.language(me.language)),
    ...fact('chats.level', text(`verification.level_${level}_title`)),
    ...fact('profile.client_since', words.time(me.createdAt)),
  ];
}
