import { intlTagOf, type Language } from '#contract/languages.ts';
import type { LegalKind } from '#contract/legal-names.ts';
import type { DataSection } from '#contract/own-data-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { PdfDocument, PdfFact, PdfRow } from '#server/platform/pdf/document.ts';
import { letterheadOf } from '#server/platform/pdf/letterhead.ts';
import { countKept } from '#server/platform/personal-data.ts';
import { nameOf, type Client } from '#server/platform/session.ts';

interface Part {
  section: DataSection;
  count: number;
  told: string[];
}

/** Of how much there is, part by part, and what a few of them come to; the JSON has all of it. */
export async function summarize(app: App, me: Client, language: Language): Promise<PdfDocument> {
  const parts = await app.db.snapshot(async (tx) => {
    const read: Part[] = [];
    for (const { section, lists } of app.personalData.sections()) {
      const part: Part = { section, count: 0, told: [] };
      for (const list of lists) {
        part.count += await countKept(tx, list, me.id);
        if (list.told) part.told.push(...(await tx.rows<Record<string, unknown>>(list.rows(me.id))).map(list.told));
      }
      read.push(part);
    }
    return read;
  });
  const text = (key: string, params?: Record<string, unknown>) => app.text(language, key, params);
  return {
    language,
    issuer: await letterheadOf(app),
    title: text('settings.data_title'),
    facts: factsOf(app, me, language, await consentsOf(app, me)),
    table: {
      columns: [
        { header: text('settings.data_part'), width: 70 },
        { header: text('settings.data_entries'), width: 30, numeric: true },
      ],
      rows: parts.flatMap((part) => rowsOf(part, text(`settings.data_of_${part.section}`))),
    },
    notes: [text('settings.data_note')],
  };
}

const rowsOf = ({ count, told }: Part, name: string): PdfRow[] => [
  { strong: told.length > 0, cells: [{ text: name }, { text: String(count) }] },
  ...told.map((each) => ({ cells: [{ text: each }, { text: '' }] })),
];

interface Consent {
  kind: LegalKind;
  number: number;
  at: Date;
}

/** Of each document the latest version that he accepted. */
const consentsOf = ({ db }: App, me: Client) =>
  db.rows<Consent>(sql`
    select distinct on (v.kind) v.kind, v.number, k.at
    from legal_consent k join legal_version v on v.id = k.version_id
    where k.client_id = ${me.id} order by v.kind, v.number desc`);

function factsOf(app: App, me: Client, language: Language, consents: readonly Consent[]): PdfFact[] {
  const tag = intlTagOf(language);
  const written = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const fact = (key: string, details: string | null | undefined): PdfFact[] =>
    details ? [{ term: app.text(language, key), details }] : [];
  return [
    ...fact('wallets.statement_client', nameOf(me)),
    ...fact('auth.email', me.email),
    ...fact('settings.phone', me.phone),
    ...fact('settings.country', new Intl.DisplayNames(tag, { type: 'region' }).of(me.country)),
    ...fact('settings.address', me.address),
    ...fact('settings.client_since', written.format(me.createdAt)),
    ...consents.flatMap(({ kind, number, at }) =>
      fact(`legal.kind_${kind}`, app.text(language, 'legal.accepted_version', { number, at: written.format(at) })),
    ),
    ...fact('wallets.statement_issued', written.format(app.clock.now())),
  ];
}
