import { Columns3Cog } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { icon } from '#web/ui/icon.ts';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import type { Loadable } from '../api/Async.tsx';
import { CsvButton } from '../files/CsvButton.tsx';
import { MoreButton } from '../api/MoreButton.tsx';
import { QueryCard } from '../api/QueryCard.tsx';
import { useText } from '../i18n/i18n.tsx';
import type { Path } from '../navigation/path.ts';
import filterStyles from './ListFilters.module.css';
import { ResourceTable } from './ResourceTable.tsx';
import { useListView } from './use-list-view.ts';
import type { RowChoice } from './use-tick-column.tsx';
import { ViewPanel } from './views/ViewPanel.tsx';
import { ViewTabs } from './views/ViewTabs.tsx';

interface ResourceListProps<Data, Row> {
  /** The name that views of it are kept under. */
  list: string;
  caption: string;
  query: Loadable<Data> & { isPlaceholderData?: boolean };
  rows: (data: Data) => readonly Row[];
  /** All columns that there are; the first says what a row is, and cannot be taken away. */
  columns: readonly Column<Row>[];
  /** Where it can be sorted: as the contract has it, by the keys of columns. */
  sorts?: readonly string[];
  rowKey: (row: Row) => string;
  to?: (row: Row) => Path;
  choice?: RowChoice<Row> | undefined;
  /** The pages of the list, where it has several. */
  more?: Parameters<typeof MoreButton>[0]['query'];
  /** What narrows it down, with the button of its views at the end. */
  filters?: (end: ReactNode) => ReactNode;
  /** Above the rows, while there are some. */
  before?: (rows: readonly Row[]) => ReactNode;
  /** Whether filters are set. The list says false when it is empty as a whole: then there is nothing to filter. */
  isNarrow?: boolean;
  /** Saves the list as it is filtered; there is no file of nothing. */
  save?: (() => Promise<void>) | false | undefined;
  /** In place of rows where there are none. */
  empty: ReactNode;
}

const fewRows = 10;

/** A list that staff work through: filters, views with columns, order and row height, rows, and more of them. */
export function ResourceList<Data, Row>(props: ResourceListProps<Data, Row>) {
  const {
    list,
    columns,
    sorts = [],
    query,
    rows: rowsIn,
    to,
    more,
    filters,
    before,
    isNarrow = true,
    save,
    empty,
    ...table
  } = props;
  const t = useText();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const standard = { columns: columns.map(({ key }) => key), rows: 'compact', sort: sorts[0] ?? '', sorts } as const;
  const view = useListView(list, standard);
  const { layout } = view;
  const onSort = (sort: string) => view.layOut({ ...layout, sort });
  const sorting = sorts.length > 0 ? { by: layout.sort, choices: sorts, onSort } : undefined;
  const shown = layout.columns.flatMap((key) => columns.filter((column) => column.key === key));
  const rowCount = query.data === undefined ? 0 : rowsIn(query.data).length;
  const hasRows = rowCount > 0;
  const isEmpty = !isNarrow && query.data !== undefined && !hasRows;
  // Few rows that nothing narrows or saves need no line of tools; what was laid out can be taken back.
  const isShort = !filters && !save && view.isStandard && rowCount <= fewRows;
  const end = (
    <div className={filterStyles.end}>
      <Button
        size="small"
        icon={<Columns3Cog {...icon} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('lists.view')}
      </Button>
      {save && hasRows && <CsvButton small action={save} />}
    </div>
  );
  const panel = (
    <div id={id} hidden={!isOpen}>
      {isOpen && <ViewPanel view={view} columns={columns} />}
    </div>
  );
  return (
    <QueryCard
      query={view.isOpening ? { ...query, data: undefined, isError: false } : query}
      flush
      skeleton={<SkeletonRows count={8} />}
      above={
        isEmpty || isShort ? undefined : (
          <>
            <ViewTabs view={view} />
            {filters ? (
              filters(end)
            ) : (
              <div className={filterStyles.filters}>
                <div className={filterStyles.line}>{end}</div>
              </div>
            )}
            {panel}
          </>
        )
      }
    >
      {(data) => {
        const rows = rowsIn(data);
        if (rows.length === 0) return empty;
        return (
          <div aria-busy={query.isPlaceholderData}>
            {before?.(rows)}
            <ResourceTable
              {...table}
              columns={shown}
              rows={rows}
              to={to}
              chosen={!view.isStandard}
              height={layout.rows}
              sorting={sorting}
              headsStay={isOpen}
            />
            {more && <MoreButton query={more} />}
          </div>
        );
      }}
    </QueryCard>
  );
}
