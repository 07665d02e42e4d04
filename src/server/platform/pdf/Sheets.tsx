/* oxlint-disable react/no-array-index-key -- drawn once: nothing is ever moved or drawn again */
import { Document, Image, Page, Text, View } from '@react-pdf/renderer';
import { directionOf } from '#contract/languages.ts';
import type { Letterhead, PdfCell, PdfColumn, PdfDocument, PdfFact, PdfRow } from './document.ts';
import { lookFor, type Look } from './style.ts';
import { sharedOut, type Piece } from './pages.ts';

/** The sheets of a document. Rows are shared out beforehand, since the library's own page breaks take quadratic time. */
export function Sheets({ document }: { document: PdfDocument }) {
  const { language, issuer, title, facts, tables, notes } = document;
  const look = lookFor(directionOf(language));
  const pages = sharedOut(tables, facts.length);
  return (
    <Document title={title} author={issuer.name} creator={issuer.name} producer={issuer.name} language={language}>
      {pages.map((pieces, place) => (
        <Page key={place} size="A4" style={look.page}>
          {place === 0 && <Head issuer={issuer} title={title} facts={facts} look={look} />}
          {pieces.map((piece, nth) => (
            <Table key={nth} piece={piece} look={look} />
          ))}
          {place === pages.length - 1 && <Notes notes={[...notes, ...issuer.company]} look={look} />}
          <Text
            fixed
            style={look.foot}
            render={({ pageNumber, totalPages }) => `${title} · ${pageNumber} / ${totalPages}`}
          />
        </Page>
      ))}
    </Document>
  );
}

function Head({
  issuer,
  title,
  facts,
  look,
}: {
  issuer: Letterhead;
  title: string;
  facts: readonly PdfFact[];
  look: Look;
}) {
  return (
    <View style={look.head}>
      {issuer.logo ? (
        <Image src={Buffer.from(issuer.logo)} style={look.logo} />
      ) : (
        <Text style={look.issuer}>{drawable(issuer.name)}</Text>
      )}
      <Text style={look.title}>{title}</Text>
      {facts.map(({ term, details }, place) => (
        <View key={place} style={look.fact}>
          <Text style={look.term}>{term}</Text>
          <Text style={look.details}>{drawable(details)}</Text>
        </View>
      ))}
    </View>
  );
}

function Table({ piece, look }: { piece: Piece; look: Look }) {
  const { table, rows, isFirst } = piece;
  const { title, columns } = table;
  return (
    <View>
      {isFirst && title && <Title title={title} look={look} />}
      <View style={look.header}>
        {columns.map(({ header, width, numeric }, place) => (
          <Text key={place} style={[look.cell, look.columnName, numeric ? look.figure : {}, { width: `${width}%` }]}>
            {header}
          </Text>
        ))}
      </View>
      {rows.map((row, place) => (
        <Row key={place} row={row} columns={columns} look={look} />
      ))}
    </View>
  );
}

function Title({ title, look }: { title: PdfCell; look: Look }) {
  return (
    <View style={look.tableHead}>
      <Text style={look.tableTitle}>{title.text}</Text>
      {title.detail && <Text style={[look.cell, look.detail]}>{title.detail}</Text>}
    </View>
  );
}

function Row({ row, columns, look }: { row: PdfRow; columns: readonly PdfColumn[]; look: Look }) {
  return (
    <View style={look.row} wrap={false}>
      {columns.map(({ width, numeric }, place) => {
        const { text = '', detail } = row.cells[place] ?? {};
        const style = [look.cell, numeric ? look.figure : {}, row.strong ? look.strong : {}];
        return (
          <View key={place} style={{ width: `${width}%` }}>
            <Text style={[...style, detail ? {} : look.alone]}>{drawable(text)}</Text>
            {detail && <Text style={[look.cell, look.detail, numeric ? look.figure : {}]}>{drawable(detail)}</Text>}
          </View>
        );
      })}
    </View>
  );
}

/** Scripts and pictures that no font has here; the library would draw some other sign for them. */
const unknownSigns =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}/gu;

const drawable = (text: string) => text.replace(unknownSigns, '?');

function Notes({ notes, look }: { notes: readonly string[]; look: Look }) {
  return (
    <View style={look.notes}>
      {notes.map((note, place) => (
        <Text key={place} style={look.note}>
          {drawable(note)}
        </Text>
      ))}
    </View>
  );
}
