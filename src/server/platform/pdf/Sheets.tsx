/* oxlint-disable react/no-array-index-key -- drawn once: nothing is ever moved or drawn again */
import { createContext, useContext } from 'react';
import { Document, Image, Page, Text, View, type TextProps } from '@react-pdf/renderer';
import { directionOf } from '#contract/kernel/languages.ts';
import type { Letterhead, PdfCell, PdfColumn, PdfDocument, PdfFact, PdfRow } from './document.ts';
import { styleFor, type PdfStyle } from './style.ts';
import { sharedOut, type Piece } from './pages.ts';

/** The sheets of a document. Rows are split in advance, because the library's own page breaks take quadratic time. */
export function Sheets({ document }: { document: PdfDocument }) {
  const { language, issuer, title, facts, tables, notes } = document;
  const direction = directionOf(language);
  const sheetStyle = styleFor(direction);
  const pages = sharedOut(tables, facts.length);
  return (
    <Direction value={direction}>
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
              render={({ pageNumber, totalPages }) => drawable(`${title} · ${pageNumber} / ${totalPages}`, direction)}
            />
          </Page>
        ))}
      </Document>
    </Direction>
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
        <Words style={sheetStyle.issuer} text={issuer.name} />
      )}
      <Words style={sheetStyle.title} text={title} />
      {facts.map(({ term, details }, index) => (
        <View key={index} style={sheetStyle.fact}>
          <Words style={sheetStyle.term} text={term} />
          <Words style={sheetStyle.details} text={details} />
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
          <Words
            key={index}
            style={[sheetStyle.cell, sheetStyle.columnName, numeric ? sheetStyle.figure : {}, { width: `${width}%` }]}
            text={header}
          />
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
      <Words style={sheetStyle.tableTitle} text={title.text} />
      {title.detail && <Words style={[sheetStyle.cell, sheetStyle.detail]} text={title.detail} />}
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
            <Words style={[...style, detail ? {} : sheetStyle.alone]} text={text} />
            {detail && (
              <Words style={[sheetStyle.cell, sheetStyle.detail, numeric ? sheetStyle.figure : {}]} text={detail} />
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

/** Between words from right to left, what has no letter of theirs keeps its own order: an amount, a Latin name and its full stop. */
function drawable(text: string, direction: 'ltr' | 'rtl'): string {
  const plain = text.replace(unknownSigns, '?').replace(isolates, '\u200e');
  return direction === 'ltr' || /\p{Script=Arabic}/u.test(plain) ? plain : `\u200e${plain}\u200e`;
}

const Direction = createContext<'ltr' | 'rtl'>('ltr');

function Words({ text, style }: { text: string; style: NonNullable<TextProps['style']> }) {
  return <Text style={style}>{drawable(text, useContext(Direction))}</Text>;
}

function Notes({ notes, sheetStyle }: { notes: readonly string[]; sheetStyle: PdfStyle }) {
  return (
    <View style={sheetStyle.notes}>
      {notes.map((note, index) => (
        <Words key={index} style={sheetStyle.note} text={note} />
      ))}
    </View>
  );
}
