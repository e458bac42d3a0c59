import { useState } from 'preact/hooks';
import type { Suppression } from '../../api/types.ts';
import { actionColumn, timeColumn } from '../../parts/columns.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useLinks } from '../../shell/links.ts';
import { formatDate } from '../../text/dates.ts';
import { suppressionsText } from '../../text/en/suppressions.ts';

const t = suppressionsText.list;

/** What people call issue groups, by their ids. */
export type GroupNames = ReadonlyMap<string, string>;

interface SuppressionTableProps {
  items: readonly Suppression[];
  groupNames: GroupNames;
  /** Deletes a suppression; undefined if the person may not change suppressions. */
  onRemove: ((suppression: Suppression) => void) | undefined;
}

/** The suppressions of a site. */
export function SuppressionTable({ items, groupNames, onRemove }: SuppressionTableProps) {
  const [asked, setAsked] = useState<Suppression | null>(null);
  const { columns } = t;
  const now = Date.now();
  return (
    <>
      <Table<Suppression>
        caption={t.caption}
        rows={items}
        getKey={({ id }) => id}
        empty={t.empty}
        columns={[
          {
            key: 'match',
            label: columns.match,
            cell: ({ match }) => <Match match={match} groupNames={groupNames} />,
          },
          {
            key: 'reason',
            label: columns.reason,
            sortBy: ({ reason }) => reason,
            cell: ({ reason }) => reason,
          },
          {
            ...timeColumn('expires', columns.expires, ({ expiresAt }) => expiresAt),
            cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} now={now} />,
          },
          {
            ...timeColumn('added', columns.created, ({ createdAt }) => createdAt),
            cell: ({ createdAt, author }) => (
              <>
                <Time at={createdAt} isDate />
                <span class="soft">{author.name}</span>
              </>
            ),
          },
          ...(onRemove === undefined
            ? []
            : [actionColumn<Suppression>((each) => <Actions suppression={each} onRemove={setAsked} />)]),
        ]}
      />
      {asked !== null && (
        <Confirm
          title={suppressionsText.remove.title}
          text={suppressionsText.remove.text(asked.reason)}
          confirmLabel={suppressionsText.remove.confirm}
          onConfirm={() => {
            setAsked(null);
            onRemove?.(asked);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface ActionsProps {
  suppression: Suppression;
  onRemove: (suppression: Suppression) => void;
}

function Actions({ suppression, onRemove }: ActionsProps) {
  const { hrefWith } = useLinks();
  const { id, reason } = suppression;
  return (
    <div class="row-actions">
      <a class="button small" href={hrefWith({ edit: id })} aria-label={t.editOf(reason)}>
        {t.edit}
      </a>
      <button
        type="button"
        class="small danger"
        aria-label={t.removeOf(reason)}
        onClick={() => onRemove(suppression)}
      >
        {t.remove}
      </button>
    </div>
  );
}

interface MatchProps extends Pick<Suppression, 'match'> {
  groupNames: GroupNames;
}

/** What a suppression matches: each member with its value. */
export function Match({ match, groupNames }: MatchProps) {
  const names = Object.keys(suppressionsText.match) as (keyof Suppression['match'])[];
  const groupName = groupNames.get(match.issueGroup ?? '');
  return (
    <ul class="plain">
      {names
        .filter((name) => match[name] !== undefined)
        .map((name) => (
          <li key={name}>
            {suppressionsText.match[name]} <code>{match[name]}</code>
            {name === 'issueGroup' && groupName !== undefined && <span class="soft">{groupName}</span>}
          </li>
        ))}
    </ul>
  );
}

function Expiry({ expiresAt, now }: { expiresAt: string | null; now: number }) {
  if (expiresAt === null || Date.parse(expiresAt) > now) return <Time at={expiresAt} isDate />;
  return <span class="badge warning">{suppressionsText.expiredOn(formatDate(new Date(expiresAt)))}</span>;
}
