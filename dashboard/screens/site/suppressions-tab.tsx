import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { AccountCalls } from '../../api/calls.ts';
import { can, useSession } from '../../api/session.ts';
import type { Suppression } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { FocusedHeading } from '../../parts/focused-heading.tsx';
import { listAll } from '../../parts/list-all.ts';
import { Loading } from '../../parts/loading.tsx';
import { useNotice } from '../../parts/use-notice.tsx';
import { useLinks } from '../../shell/links.ts';
import { suppressionsText as t } from '../../text/en/suppressions.ts';
import { EditSuppression, NewSuppression } from './suppression-entry.tsx';
import { type GroupNames, SuppressionTable } from './suppression-table.tsx';
import type { SiteTabProps } from './tab-props.ts';

const PAGE_SIZE = 100;
/** Sites have at most 200 suppressions. */
const PAGES_MAX = 2;
/** Groups are searched for their names in these pages only. */
const GROUP_PAGES_MAX = 5;
const noNames: GroupNames = new Map();
/** Value of the query parameter `edit` that opens the fields of a new suppression. */
const NEW = 'new';
const HEADING_ID = 'suppressions';

/** What is suppressed on a site. The query parameter `edit` opens one suppression, or a new one. */
export function SuppressionsTab({ site }: SiteTabProps) {
  const { calls, account } = useSession();
  const { query, change } = useLinks();
  const { notice, run } = useNotice();
  const mayWrite = can(account, 'suppressions:write');
  const edited = mayWrite ? query.edit : undefined;
  const shown = useRef(edited);
  const isFocused = shown.current !== edited;
  useEffect(() => {
    shown.current = edited;
  }, [edited]);
  const suppressions = useLoad(async (signal) => {
    const { items } = await listAll(
      (cursor) => calls.listSuppressions(site.id, { limit: PAGE_SIZE, cursor }, signal),
      PAGES_MAX,
    );
    const hasGroups = items.some(({ match }) => match.issueGroup !== undefined);
    return { items, groupNames: hasGroups ? await readGroupNames(calls, site.id, signal) : noNames };
  });
  const finish = (text: string) => {
    void run(async () => text);
    suppressions.reload();
    change({ edit: undefined });
  };
  const remove = ({ id }: Suppression) =>
    void run(async () => {
      await calls.deleteSuppression(site.id, id);
      document.getElementById(HEADING_ID)?.focus();
      suppressions.reload();
      return t.remove.done;
    });
  if (edited === NEW) return <NewSuppression site={site} isFocused={isFocused} onDone={finish} />;
  return (
    <Loading loaded={suppressions}>
      {({ items, groupNames }) =>
        edited === undefined ? (
          <List
            key="list"
            items={items}
            groupNames={groupNames}
            isFocused={isFocused}
            notice={notice}
            onRemove={mayWrite ? remove : undefined}
          />
        ) : (
          <EditSuppression
            key={edited}
            site={site}
            suppression={items.find(({ id }) => id === edited)}
            groupNames={groupNames}
            isFocused={isFocused}
            onDone={finish}
          />
        )
      }
    </Loading>
  );
}

/**
 * Returns the names of the issue groups of the newest completed scan by their ids. None are returned if they cannot be
 * read: ids say the same.
 */
async function readGroupNames(calls: AccountCalls, siteId: string, signal: AbortSignal): Promise<GroupNames> {
  try {
    const { items } = await listAll(
      (cursor) => calls.listSiteGroups(siteId, { limit: PAGE_SIZE, cursor }, signal),
      GROUP_PAGES_MAX,
    );
    return new Map(items.map(({ id, help, element }) => [id, `${help}, ${element.selector}`]));
  } catch {
    return noNames;
  }
}

interface ListProps {
  items: readonly Suppression[];
  groupNames: GroupNames;
  isFocused: boolean;
  /** The result of the last action. */
  notice: ComponentChildren;
  /** Undefined if the person may not change suppressions. */
  onRemove: ((suppression: Suppression) => void) | undefined;
}

function List({ items, groupNames, isFocused, notice, onRemove }: ListProps) {
  const { hrefWith } = useLinks();
  return (
    <section>
      <div class="heading-row">
        <FocusedHeading id={HEADING_ID} text={t.title} isFocused={isFocused} />
        {onRemove !== undefined && (
          <a class="button primary" href={hrefWith({ edit: NEW })}>
            {t.add}
          </a>
        )}
      </div>
      <p>{t.intro}</p>
      {notice}
      <SuppressionTable items={items} groupNames={groupNames} onRemove={onRemove} />
    </section>
  );
}
