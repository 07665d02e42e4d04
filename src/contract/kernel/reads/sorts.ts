/** A column that a list is sorted by, its least value first; with `-` its greatest. */
export type SortOf<Column extends string> = Column | `-${Column}`;

/** How a list may be sorted; the first is how it is sorted without a choice. */
export type Sorts<Sort extends string = string> = readonly [Sort, ...Sort[]];

/** The columns of a list that it can be sorted by, the first as it stands without a choice. */
export const sortsBy = <const Column extends string>(
  first: SortOf<NoInfer<Column>>,
  columns: readonly Column[],
): Sorts<SortOf<Column>> => [
  first,
  ...columns.flatMap((column): SortOf<Column>[] => [column, `-${column}`]).filter((sort) => sort !== first),
];
