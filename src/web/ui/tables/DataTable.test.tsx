import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DataTable } from './DataTable.tsx';

interface Row {
  name: string;
  count: number;
  note: string | null;
}

const headersOf = (rows: Row[], more: { named?: boolean; even?: boolean } = {}) => {
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
    headersOf([row(null)], { named: true }),
  ])
    expect(headers).toEqual(['Name', 'Count', 'Note']);
});
