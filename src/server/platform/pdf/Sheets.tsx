/* oxlint-disable react/no-array-index-key -- drawn once: nothing is ever moved or drawn again */
import { Document, Image, Page, Text, View } from '@react-pdf/renderer';
import { directionOf } from '#contract/kernel/languages.ts';
import type { Letterhead, PdfCell, PdfColumn, PdfDocument, PdfFact, PdfRow } from './document.ts';
import { styleFor, type PdfStyle } from './style.ts';
import { sharedOut, type Piece } from './pages.ts';

/** The sheets of a document. Rows are split in advance, because the library's own page breaks take quadratic time. */
export function Sheets({ document }: { document: PdfDocument }) {
  const { language, issuer, title, facts, tables, notes } = document;
  const sheetStyle = styleFor(directionOf(language));
  const pages = sharedOut(tables, facts.length);
  return (
    <Document title={title} author={issuer.name} creator={issuer.name} producer={issuer.name} language={language}>
      {pages.map((pieces, index) => (
        <Page key={index} size="A4" style={sheetStyle.page}>
          {index === 0 && <Head issuer={issuer} title={title} facts={facts} sheetStyle={sheetStyle} />}
          {pieces.map((piece, nth) => (
            <Table key={nth} piece={piece} sheetStyle={sheetStyle} />
          ))}
          {index === pages.length - 1 && <Notes notes={[...notes, ...issuer.company]} sheetStyle={sheetStyle} />}
          <Text
            fixed
            style={sheetStyle.foot}
            render={({ pageNumber, totalPages }) => `${drawable(title)} · ${pageNumber} / ${totalPages}`}
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
  sheetStyle,
}: {
  issuer: Letterhead;
  title: string;
  facts: readonly PdfFact[];
  sheetStyle: PdfStyle;
}) {
  return (
    <View style={sheetStyle.head}>
      {issuer.logo ? (
        <Image src={Buffer.from(issuer.logo)} style={sheetStyle.logo} />
      ) : (
        <Text style={sheetStyle.issuer}>{drawable(issuer.name)}</Text>
      )}
      <Text style={sheetStyle.title}>{drawable(title)}</Text>
      {facts.map(({ term, details }, index) => (
        <View key={index} style={sheetStyle.fact}>
          <Text style={sheetStyle.term}>{drawable(term)}</Text>
          <Text style={sheetStyle.details}>{drawable(details)}</Text>
        </View>
      ))}
    </View>
  );
}

function Table({ piece, sheetStyle }: { piece: Piece; sheetStyle: PdfStyle }) {
  const { table, rows, isFirst } = piece;
  const { title, columns } = table;
  return (
    <View>
      {isFirst && title && <Title title={title} sheetStyle={sheetStyle} />}
      <View style={sheetStyle.header}>
        {columns.map(({ header, width, numeric }, index) => (
          <Text
            key={index}
            style={[sheetStyle.cell, sheetStyle.columnName, numeric ? sheetStyle.figure : {}, { width: `${width}%` }]}
          >
            {drawable(header)}
          </Text>
        ))}
      </View>
      {rows.map((row, index) => (
        <Row key={index} row={row} columns={columns} sheetStyle={sheetStyle} />
      ))}
    </View>
  );
}

function Title({ title, sheetStyle }: { title: PdfCell; sheetStyle: PdfStyle }) {
  return (
    <View style={sheetStyle.tableHead}>
      <Text style={sheetStyle.tableTitle}>{drawable(title.text)}</Text>
      {title.detail && <Text style={[sheetStyle.cell, sheetStyle.detail]}>{drawable(title.detail)}</Text>}
    </View>
  );
}

function Row({ row, columns, sheetStyle }: { row: PdfRow; columns: readonly PdfColumn[]; sheetStyle: PdfStyle }) {
  return (
    <View style={sheetStyle.row} wrap={false}>
      {columns.map(({ width, numeric }, index) => {
        const { text = '', detail } = row.cells[index] ?? {};
        const style = [sheetStyle.cell, numeric ? sheetStyle.figure : {}, row.strong ? sheetStyle.strong : {}];
        return (
          <View key={index} style={{ width: `${width}%` }}>
            <Text style={[...style, detail ? {} : sheetStyle.alone]}>{drawable(text)}</Text>
            {detail && (
              <Text style={[sheetStyle.cell, sheetStyle.detail, numeric ? sheetStyle.figure : {}]}>
                {drawable(detail)}
              </Text>
            )}
          </View>
        );
      })}
    </View>
  );
}

/** Scripts and pictures that no font has here; the library would draw some other sign for them. */
const unknownSigns =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}/gu;

/** Isolates, which the library draws; the mark that it keeps out of sight does the same for a number or a Latin name. */
const isolates = /[\u2066-\u2069]/g;

const drawable = (text: string) => text.replace(unknownSigns, '?').replace(isolates, '\u200e');

function Notes({ notes, sheetStyle }: { notes: readonly string[]; sheetStyle: PdfStyle }) {
  return (
    <View style={sheetStyle.notes}>
      {notes.map((note, index) => (
        <Text key={index} style={sheetStyle.note}>
          {drawable(note)}
        </Text>
      ))}
    </View>
  );
}
