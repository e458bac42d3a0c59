import type { ComponentChildren } from 'preact';
import type { Role } from '../../core/access/roles.ts';
import { shellText } from '../text/en/shell.ts';
import { describeSites } from './describe-sites.ts';
import type { Column } from './table.tsx';
import { Time } from './time.tsx';

/** A column with a time. @param read returns RFC 3339 UTC; null is shown as "Never" */
export function timeColumn<Row>(
  key: string,
  label: string,
  read: (row: Row) => string | null,
  isDate = false,
): Column<Row> {
  return {
    key,
    label,
    sortBy: (row) => read(row) ?? '',
    cell: (row) => <Time at={read(row)} isDate={isDate} />,
  };
}

/** A column with a role, and the sites that it is limited to. */
export function roleColumn<Row extends { role: Role; siteIds: readonly string[] | null }>(
  label: string,
): Column<Row> {
  return {
    key: 'role',
    label,
    sortBy: ({ role }) => role,
    cell: ({ role, siteIds }) => (
      <>
        {shellText.roleNames[role]}
        <span class="soft">{describeSites(siteIds)}</span>
      </>
    ),
  };
}

/** The last column: what can be done with a row. Buttons and links in it must name the row. */
export function actionColumn<Row>(cell: (row: Row) => ComponentChildren): Column<Row> {
  return { key: 'actions', label: shellText.actions, isAction: true, cell };
}
