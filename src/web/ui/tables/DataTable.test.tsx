import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DataTable } from './DataTable.tsx';

interface Row {
  name: string;
  count: number;
  note: string | null;
  kind?: string;
  more?: string;
}

const headersOf = (rows: readonly Row[], more: { chosen?: boolean; even?: boolean } = {}) => {
  const { unmount } = render(
    <DataTable
      {...more}
      caption="Rows"
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', header: 'Name', cell: ({ name }) => name },
        { key: 'count', header: 'Count', cell: ({ count }) => count },
        { key: 'note', header: 'Note', cell: ({ note }) => note },
        { key: 'kind', header: 'Kind', cell: ({ kind }) => kind, once: ({ kind = '' }) => kind },
        { key: 'more', header: 'More', cell: ({ more }) => more },
        { key: 'last', header: 'Last', cell: ({ more }) => more },
        { key: 'acts', header: 'Actions', acts: true, cell: () => null },
      ]}
    />,
  );
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  unmount();
  return headers;
};

const row = (note: string | null): Row => ({ name: note ?? 'None', count: 0, note });

it('leaves out a column in which no row says anything, but not a zero', () => {
  expect(headersOf([row(null)])).toEqual(['Name', 'Count']);
  expect(headersOf([row(null), row('Seen')])).toEqual(['Name', 'Count', 'Note']);
});

it('keeps the columns of an empty table, of sister tables and those that its person has chosen', () => {
  for (const headers of [
    headersOf([]),
    headersOf([row(null)], { even: true }),
    headersOf([row(null)], { chosen: true }),
  ])
    expect(headers).toEqual(['Name', 'Count', 'Note', 'Kind', 'More', 'Last']);
});

it('says once below a few rows of many columns what they say alike, unless its person has chosen the columns', () => {
  const rows = ['a', 'b', 'c'].map((name) => ({ name, count: 0, note: name, kind: 'One kind', more: name }));
  const withKind = ['Name', 'Count', 'Note', 'Kind', 'More', 'Last'];
  expect(headersOf(rows)).toEqual(withKind.filter((name) => name !== 'Kind'));
  const many = Array.from({ length: 21 }, (_, nth) => ({ ...rows[0]!, name: `${nth}` }));
  expect(headersOf(many)).toEqual(withKind);
  const narrow = rows.map((each) => ({ ...each, note: null, more: '' }));
  expect(headersOf(narrow)).toEqual(['Name', 'Count', 'Kind']);
  expect(headersOf(rows.slice(1))).toEqual(withKind);
  expect(headersOf(rows, { chosen: true })).toEqual(withKind);
  expect(headersOf(rows.with(0, { ...rows[0]!, kind: 'Another' }))).toEqual(withKind);
});
