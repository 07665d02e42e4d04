import { Fragment, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import briefStyles from './BriefRows.module.css';
import styles from './DataTable.module.css';
import signedStyles from './Signed.module.css';
import headStyles from './TableHeads.module.css';
import wordStyles from './TableWords.module.css';
import { VisuallyHidden, visuallyHidden, visuallyHiddenOnPhone } from '../VisuallyHidden.tsx';

export interface Column<Row> {
  key: string;
  header: string;
  /** Amounts and counts: at the end of the cell, figures under figures. */
  numeric?: boolean;
  /** What a row is of, if that is not its first cell: on a phone it leads the row, and what it opens is the whole row's. */
  leads?: boolean;
  /** What the row opens says as well: a phone leaves it out. */
  wide?: boolean;
  /** The same in sister tables, so that their columns stand below one another: a length of CSS. */
  width?: string;
  /** Words of any length, which take the space that is left: all other cells stay on one line. */
  grows?: boolean;
  /** What needs no label, where a phone sets cells one after another. */
  bare?: boolean;
  /** The main figure of a row, if that is not its first numeric cell: on a phone it ends the first line. */
  beside?: boolean;
  /** What says little without its header: then a phone shows that as well. */
  labelled?: boolean;
  /** In words what it says of a row: where columns are many, what a few rows say alike is said once below them. */
  once?: (row: Row) => string;
  /** Holds the tick that chooses the row; its header is read, not shown. */
  tick?: boolean;
  /** Holds the `Menu` of what can be done with the row; its header is read, not shown. */
  acts?: boolean;
  cell: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  /** Says what the table lists; read, not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The `Sign` or `Avatar` of a row, before what it is of. */
  sign?: (row: Row) => ReactNode;
  /** A last row that sums the others up: what it says, and the figure. */
  total?: { label: string; value: ReactNode };
  /** Low rows of one line each, which a click opens: for lists that people work through. */
  dense?: boolean;
  /**
   * Names the rows in the document, for a screen that goes from one to the next. On a phone each has two lines whatever it
   * says: in the second one after another, with labels only where they are `labelled`.
   */
  named?: boolean;
  /** Its person has chosen the columns: all of them stand. */
  chosen?: boolean;
  /** Of a list whose rows may be `compact` or `comfortable`: what its person has chosen. */
  height?: 'compact' | 'comfortable' | undefined;
  /** Columns of one width, for several tables of the same columns one under another. */
  even?: boolean;
  /** Heads that do something. */
  head?: ((column: { key: string; header: string }, className: string | undefined) => ReactNode) | undefined;
  /** A phone shows such heads as well, in a line; else only while the focus is in them. */
  headsStay?: boolean;
}

const isNothing = (content: ReactNode) =>
  content === null || content === undefined || content === false || content === '';

/** Fewer rows are compared at a glance, and of more the line below them is out of sight. */
const fewRows = { from: 3, to: 20 };

/** So many columns have space. */
const roomyColumns = 3;

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   Safari forgets that it is a table once CSS changes its boxes, unless each part says its role. */

/** Rows and columns; on a phone a row has two lines. Between the two a table that is too wide scrolls by itself. */
export function DataTable<Row>({
  caption,
  rows,
  rowKey,
  sign,
  total,
  even,
  head,
  headsStay,
  ...list
}: DataTableProps<Row>) {
  const { dense, named, chosen, height } = list;
  const isFilled = ({ cell }: Column<Row>) => rows.some((row) => !isNothing(cell(row)));
  // What stands in no row needs no column, unless its person has chosen the columns, or a sister table has it.
  const filled = list.columns.filter(
    (column) => isFilled(column) || (!column.acts && (chosen || even || rows.length === 0)),
  );
  const isSilent = ({ tick, acts }: Column<Row>) => tick || acts;
  const mayFold =
    !chosen &&
    rows.length >= fewRows.from &&
    rows.length <= fewRows.to &&
    filled.filter((column) => !isSilent(column)).length > roomyColumns;
  const isAlike = ({ once, leads }: Column<Row>) =>
    mayFold && once !== undefined && !leads && new Set(rows.map(once)).size === 1;
  const [alike, columns] = [filled.filter(isAlike), filled.filter((column) => !isAlike(column))];
  const align = (column: Column<Row>) => (column.numeric ? styles.numeric : undefined);
  const lead = columns.find(({ leads }) => leads) ?? columns.find(({ tick }) => !tick);
  const figure = columns.find(({ beside }) => beside) ?? columns.find((each) => each.numeric && each !== lead);
  const place = (column: Column<Row>) =>
    column === lead
      ? styles.lead
      : column === figure
        ? styles.figure
        : (column.tick && styles.tick) || (column.acts && styles.acts) || undefined;
  /** What stands in the second line of a row that has two. */
  const isFact = (column: Column<Row>, row: Row) =>
    named && place(column) === undefined && !column.wide && !isNothing(column.cell(row));
  // The head of one column says what the caption says.
  const headless = columns.filter((column) => !isSilent(column)).length === 1 ? visuallyHidden : visuallyHiddenOnPhone;
  const [first] = rows;
  return (
    <div className={styles.scroller}>
      <table
        className={cx(
          styles.table,
          even && styles.even,
          dense && styles.dense,
          named && briefStyles.brief,
          height === 'comfortable' && styles.comfortable,
        )}
        role="table"
      >
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead role="rowgroup" className={head ? cx(headStyles.heads, headsStay && headStyles.stay) : headless}>
          <tr role="row">
            {columns.map((column) =>
              head && !isSilent(column) ? (
                <Fragment key={column.key}>{head(column, align(column))}</Fragment>
              ) : (
                <th
                  key={column.key}
                  role="columnheader"
                  scope="col"
                  className={head ? visuallyHiddenOnPhone : align(column)}
                  style={column.width ? { minInlineSize: column.width } : undefined}
                >
                  {isSilent(column) ? <VisuallyHidden>{column.header}</VisuallyHidden> : column.header}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" {...(named && { 'data-row': rowKey(row) })}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  data-label={column.header}
                  className={cx(
                    align(column),
                    (column.bare || column.acts) && styles.bare,
                    column.wide && styles.wide,
                    column.grows && styles.grows,
                    column.leads && wordStyles.leads,
                    column.labelled && styles.labelled,
                    place(column),
                    isFact(column, row) && (column.grows ? briefStyles.words : briefStyles.fact),
                    isFact(column, row) && column.numeric && briefStyles.figured,
                    isFact(column, row) && column.labelled && briefStyles.named,
                    sign && column === lead && signedStyles.signed,
                  )}
                >
                  {column === lead && sign?.(row)}
                  <div>{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot role="rowgroup">
            <tr role="row">
              <th role="rowheader" scope="row" colSpan={columns.length - 1}>
                {total.label}
              </th>
              <td role="cell" className={styles.numeric}>
                {total.value}
              </td>
            </tr>
          </tfoot>
        )}
      </table>
      {first !== undefined && alike.length > 0 && (
        <dl className={cx(wordStyles.once, dense && wordStyles.low)}>
          {alike.map(({ key, header, cell }) => (
            <div key={key}>
              <dt>{header}</dt>
              <dd>{cell(first)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
