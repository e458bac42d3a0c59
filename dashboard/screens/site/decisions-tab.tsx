import { useState } from 'preact/hooks';
import { can, useSession } from '../../api/session.ts';
import type { Decision } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { actionColumn, timeColumn } from '../../parts/columns.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { SelectField } from '../../parts/fields.tsx';
import { Filters } from '../../parts/filters.tsx';
import { FocusedHeading } from '../../parts/focused-heading.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { toOptions } from '../../parts/to-options.ts';
import { useNotice } from '../../parts/use-notice.tsx';
import { useLinks } from '../../shell/links.ts';
import { decideText } from '../../text/en/decide.ts';
import { siteDecisionsText as t } from '../../text/en/site-decisions.ts';
import { formatCount } from '../../text/plural.ts';
import type { SiteTabProps } from './tab-props.ts';

const PAGE_SIZE = 50;
const HEADING_ID = 'decisions';

/** What people decided about findings of a site that need review. */
export function DecisionsTab({ site }: SiteTabProps) {
  const { calls, account } = useSession();
  const { query } = useLinks();
  const { notice, run } = useNotice();
  const { decision = '', cursor } = query;
  const [asked, setAsked] = useState<Decision | null>(null);
  const decisions = useLoad(
    (signal) => calls.listDecisions(site.id, { decision, limit: PAGE_SIZE, cursor }, signal),
    JSON.stringify([decision, cursor]),
  );
  const remove = ({ fingerprint }: Decision) =>
    void run(async () => {
      await calls.deleteDecision(site.id, fingerprint);
      document.getElementById(HEADING_ID)?.focus();
      decisions.reload();
      return t.remove.done;
    });
  return (
    <section>
      <FocusedHeading id={HEADING_ID} text={t.title} isFocused={false} />
      <p>{t.intro}</p>
      {notice}
      <Filters current={{ decision }} defaults={{ decision: '' }}>
        {(bind) => (
          <SelectField
            {...bind('decision')}
            label={t.columns.decision}
            options={toOptions(decideText.verdicts, t.all)}
          />
        )}
      </Filters>
      <Loading loaded={decisions}>
        {({ items, nextCursor }) => (
          <>
            <DecisionTable
              items={items}
              empty={decision === '' ? t.empty : t.noMatch}
              onRemove={can(account, 'suppressions:write') ? setAsked : undefined}
            />
            <Pagination nextCursor={nextCursor} />
          </>
        )}
      </Loading>
      {asked !== null && (
        <Confirm
          title={t.remove.title}
          text={t.remove.text(asked.reason)}
          confirmLabel={t.remove.confirm}
          onConfirm={() => {
            setAsked(null);
            remove(asked);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

interface DecisionTableProps {
  items: readonly Decision[];
  empty: string;
  /** Removes a decision; undefined if the person may not. */
  onRemove: ((decision: Decision) => void) | undefined;
}

function DecisionTable({ items, empty, onRemove }: DecisionTableProps) {
  const { columns } = t;
  return (
    <Table<Decision>
      caption={t.caption}
      rows={items}
      getKey={({ fingerprint }) => fingerprint}
      empty={empty}
      columns={[
        { key: 'finding', label: columns.finding, cell: (decision) => <Subject decision={decision} /> },
        {
          key: 'decision',
          label: columns.decision,
          cell: ({ decision }) => <span class="badge">{decideText.verdicts[decision]}</span>,
        },
        { key: 'reason', label: columns.reason, cell: ({ reason }) => reason },
        {
          ...timeColumn('decided', columns.decided, ({ decidedAt }: Decision) => decidedAt),
          cell: ({ decidedAt, author }) => (
            <>
              <Time at={decidedAt} isDate />
              <span class="soft">{author.name}</span>
            </>
          ),
        },
        ...(onRemove === undefined
          ? []
          : [
              actionColumn<Decision>((decision) => (
                <button
                  type="button"
                  class="small danger"
                  aria-label={t.removeOf(decision.reason)}
                  onClick={() => onRemove(decision)}
                >
                  {t.removeAction}
                </button>
              )),
            ]),
      ]}
    />
  );
}

/** What a decision is about: rule and page, with a link to the findings in the scan that was judged. */
function Subject({ decision }: { decision: Decision }) {
  const { href } = useLinks();
  const { ruleId, pageUrl, elements, scanId, fingerprint } = decision;
  return (
    <>
      <a
        href={href(`/scans/${scanId}`, { tab: 'needs-review', rule: ruleId, page: pageUrl, decision: 'all' })}
      >
        <code>{ruleId}</code>
      </a>
      <span class="soft">{pageUrl}</span>
      <span class="soft">
        {formatCount(elements, t.elements)} · <code>{fingerprint}</code>
      </span>
    </>
  );
}
