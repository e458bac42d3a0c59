import type { ComponentChildren } from 'preact';
import { useLinks } from '../shell/links.ts';
import { shellText } from '../text/en/shell.ts';
import { announce } from './announce.ts';

export interface Column<Row> {
  key: string;
  label: string;
  cell: (row: Row) => ComponentChildren;
  /** What the rows are sorted by if the person chooses this column. */
  sortBy?: (row: Row) => string | number;
  isNumber?: boolean;
  /** Whether it has controls, which need no label on narrow screens. */
  isAction?: boolean;
}

/** Browsers drop the roles of a table whose layout is changed by styles, so that they must be stated. */
const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

interface TableProps<Row> {
  caption: string;
  rows: readonly Row[];
  getKey: (row: Row) => string;
  /** The first column names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  empty: string;
  /** Prefix of the query parameters with the order, for the second table of a screen. */
  name?: string;
}

/** A table that becomes a list of cards on narrow screens. The order of the rows is in the URL. */
export function Table<Row>({ caption, rows, getKey, columns, empty, name = '' }: TableProps<Row>) {
  const { query, change } = useLinks();
  const sorted = columns.find(({ key, sortBy }) => sortBy !== undefined && key === query[`${name}sort`]);
  const isDescending = query[`${name}order`] === 'desc';
  const shown = sorted?.sortBy === undefined ? rows : sortRows(rows, sorted.sortBy, isDescending);
  const sortAnew = (column: Column<Row>) => {
    const next = column === sorted && !isDescending;
    change({ [`${name}sort`]: column.key, [`${name}order`]: next ? 'desc' : undefined });
    announce(shellText.sorted(column.label, next));
  };
  const [first, ...others] = columns;
  const sortable = columns.filter(({ sortBy }) => sortBy !== undefined);
  if (rows.length === 0) {
    return <p class="empty">{empty}</p>;
  }
  return (
    <>
      {sortable.length > 0 && (
        <SortCards columns={sortable} sorted={sorted} isDescending={isDescending} onSort={sortAnew} />
      )}
      <div class="table">
        <table {...roles.table}>
          <caption class="visually-hidden">{caption}</caption>
          <thead {...roles.rowgroup}>
            <tr {...roles.row}>
              {columns.map((column) => (
                <HeaderCell
                  key={column.key}
                  column={column}
                  order={column !== sorted ? undefined : isDescending ? 'descending' : 'ascending'}
                  onSort={() => sortAnew(column)}
                />
              ))}
            </tr>
          </thead>
          <tbody {...roles.rowgroup}>
            {shown.map((row) => (
              <tr {...roles.row} key={getKey(row)}>
                <th {...roles.rowheader} scope="row">
                  {first.cell(row)}
                </th>
                {others.map((column) => (
                  <td
                    {...roles.cell}
                    key={column.key}
                    data-label={column.isAction ? undefined : column.label}
                    class={column.isNumber ? 'number' : undefined}
                  >
                    <div>{column.cell(row)}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface HeaderCellProps<Row> {
  column: Column<Row>;
  order: 'ascending' | 'descending' | undefined;
  onSort: () => void;
}

function HeaderCell<Row>({ column, order, onSort }: HeaderCellProps<Row>) {
  return (
    <th
      {...roles.columnheader}
      scope="col"
      class={column.isNumber ? 'number' : undefined}
      {...(order === undefined ? {} : { 'aria-sort': order })}
    >
      {column.sortBy === undefined ? (
        column.label
      ) : (
        <>
          {/* The header of cards has no buttons, because it is not visible: see `SortCards`. */}
          <span class="card-label">{column.label}</span>
          <button type="button" class="sort" onClick={onSort}>
            {column.label}
            {order !== undefined && <Arrow isDown={order === 'descending'} />}
          </button>
        </>
      )}
    </th>
  );
}

function Arrow({ isDown }: { isDown: boolean }) {
  return (
    <svg viewBox="0 0 10 10" aria-hidden="true">
      <path d={isDown ? 'M1 3h8L5 8z' : 'M1 7h8L5 2z'} fill="currentColor" />
    </svg>
  );
}

interface SortCardsProps<Row> {
  columns: readonly Column<Row>[];
  sorted: Column<Row> | undefined;
  isDescending: boolean;
  onSort: (column: Column<Row>) => void;
}

/** The buttons that sort cards: on narrow screens the header row is not visible. */
function SortCards<Row>({ columns, sorted, isDescending, onSort }: SortCardsProps<Row>) {
  return (
    <details class="sort-cards">
      <summary>{shellText.sortBy}</summary>
      <div class="row-actions">
        {columns.map((column) => (
          <button
            key={column.key}
            type="button"
            class="small"
            aria-pressed={column === sorted}
            onClick={() => onSort(column)}
          >
            {column.label}
            {column === sorted && <Arrow isDown={isDescending} />}
          </button>
        ))}
      </div>
    </details>
  );
}

function sortRows<Row>(
  rows: readonly Row[],
  by: (row: Row) => string | number,
  isDescending: boolean,
): readonly Row[] {
  const sorted = rows.toSorted((a, b) => {
    const [left, right] = [by(a), by(b)];
    return typeof left === 'number' && typeof right === 'number'
      ? left - right
      : String(left).localeCompare(String(right));
  });
  return isDescending ? sorted.reverse() : sorted;
}
