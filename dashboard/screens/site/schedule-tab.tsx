import { useEffect, useRef, useState } from 'preact/hooks';
import { CallError } from '../../api/call-error.ts';
import { can, useSession } from '../../api/session.ts';
import type { Scan, Schedule } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { FocusedHeading } from '../../parts/focused-heading.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { GateBadge, ScanStatus } from '../../parts/scan-badges.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useNotice } from '../../parts/use-notice.tsx';
import { useLinks } from '../../shell/links.ts';
import { scheduleText as t } from '../../text/en/schedule.ts';
import { ScheduleEntry } from './schedule-entry.tsx';
import type { SiteTabProps } from './tab-props.ts';

/** Value of the query parameter `edit` that opens the fields. */
const EDIT = 'schedule';
const HEADING_ID = 'schedule';
/** Scans among which those of the planned times are found. Others of the site may be between them. */
const SCANS_SHOWN = 100;

/** When a site is scanned by itself. */
export function ScheduleTab({ site }: SiteTabProps) {
  const { calls, account } = useSession();
  const { query, change } = useLinks();
  const { notice, run } = useNotice();
  const [isAsked, setIsAsked] = useState(false);
  const mayWrite = can(account, 'sites:write');
  const isEdited = mayWrite && query.edit === EDIT;
  const wasEdited = useRef(isEdited);
  const isFocused = wasEdited.current !== isEdited;
  useEffect(() => {
    wasEdited.current = isEdited;
  }, [isEdited]);
  const schedule = useLoad((signal) => calls.readSchedule(site.id, signal).catch(ignoreMissing));
  const set = (body: Readonly<Record<string, unknown>>, text: string) =>
    run(async () => {
      schedule.replace(await calls.setSchedule(site.id, body));
      return text;
    });
  const remove = () =>
    void run(async () => {
      await calls.deleteSchedule(site.id);
      document.getElementById(HEADING_ID)?.focus();
      schedule.replace(null);
      return t.remove.done;
    });
  return (
    <Loading loaded={schedule}>
      {(found) =>
        isEdited ? (
          <ScheduleEntry
            site={site}
            schedule={found}
            isFocused={isFocused}
            onSaved={(saved) => {
              schedule.replace(saved);
              void run(async () => t.edit.done);
              change({ edit: undefined });
            }}
          />
        ) : (
          <section>
            <FocusedHeading id={HEADING_ID} text={t.title} isFocused={isFocused} />
            <p>{t.intro}</p>
            {notice}
            {found === null ? <p class="empty">{t.none}</p> : <Plan schedule={found} />}
            {mayWrite && (
              <Actions
                schedule={found}
                onResume={(body) => void set(body, t.paused.done)}
                onRemove={() => setIsAsked(true)}
              />
            )}
            {found !== null && <Runs schedule={found} siteId={site.id} />}
            {isAsked && (
              <Confirm
                title={t.remove.title}
                text={t.remove.text}
                confirmLabel={t.remove.confirm}
                onConfirm={() => {
                  setIsAsked(false);
                  remove();
                }}
                onClose={() => setIsAsked(false)}
              />
            )}
          </section>
        )
      }
    </Loading>
  );
}

/** Returns null if the error says that the site has no schedule. */
function ignoreMissing(error: unknown): null {
  if (error instanceof CallError && error.code === 'schedule-not-found') return null;
  throw error;
}

/** The schedule in words, and the next planned times. */
function Plan({ schedule: { schedule, state, pausedAt, nextRuns } }: { schedule: Schedule }) {
  const { rules, metadata } = schedule.config;
  return (
    <>
      {state === 'paused' && (
        <Notice kind="warning" title={t.paused.title}>
          <p>{t.paused.text}</p>
          {pausedAt !== null && (
            <p>
              {t.paused.since} <Time at={pausedAt} />
            </p>
          )}
        </Notice>
      )}
      <p>
        <strong>{t.describe(schedule)}</strong> {t.within(schedule.withinMinutes)}
      </p>
      <p>
        {t.rules(rules)} {metadata?.branch !== undefined && t.branch(metadata.branch)}
      </p>
      {nextRuns.length > 0 && (
        <>
          <h3>{t.next.title}</h3>
          <ol aria-label={t.next.label}>
            {nextRuns.map((time) => (
              <li key={time}>
                <Time at={time} />
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

interface ActionsProps {
  schedule: Schedule | null;
  /** Sets the same schedule again. */
  onResume: (body: Schedule['schedule']) => void;
  onRemove: () => void;
}

function Actions({ schedule, onResume, onRemove }: ActionsProps) {
  const { hrefWith } = useLinks();
  return (
    <div class="actions">
      {schedule?.state === 'paused' && (
        <button type="button" class="primary" onClick={() => onResume(schedule.schedule)}>
          {t.paused.resume}
        </button>
      )}
      <a class={schedule === null ? 'button primary' : 'button'} href={hrefWith({ edit: EDIT })}>
        {schedule === null ? t.add : t.change}
      </a>
      {schedule !== null && (
        <button type="button" class="danger" onClick={onRemove}>
          {t.remove.label}
        </button>
      )}
    </div>
  );
}

/** What happened at the last planned times, and how the scans ended. */
function Runs({ schedule: { runs }, siteId }: { schedule: Schedule; siteId: string }) {
  const { href } = useLinks();
  const { calls } = useSession();
  const scans = useLoad((signal) => calls.listSiteScans(siteId, { limit: SCANS_SHOWN }, signal)).data?.items;
  const { columns, skipped: reasons } = t.runs;
  return (
    <>
      <h3>{t.runs.title}</h3>
      <Table
        caption={t.runs.caption}
        rows={runs}
        getKey={({ planned }) => planned}
        empty={t.runs.empty}
        columns={[
          { key: 'planned', label: columns.planned, cell: ({ planned }) => <Time at={planned} /> },
          {
            key: 'result',
            label: columns.result,
            cell: ({ scanId, skipped, detail }) =>
              scanId !== null ? (
                <>
                  <a href={href(`/scans/${scanId}`)}>{t.runs.started}</a>{' '}
                  <RunOutcome scan={scans?.find(({ id }) => id === scanId)} />
                </>
              ) : (
                <>
                  {skipped !== null && reasons[skipped]} {detail}
                </>
              ),
          },
        ]}
      />
    </>
  );
}

/** @param scan undefined if it is not known, for example because it was deleted */
function RunOutcome({ scan }: { scan: Scan | undefined }) {
  if (scan === undefined) return null;
  const gate = scan.summary?.gate ?? null;
  return (
    <>
      <ScanStatus scan={scan} />
      {gate !== null && (
        <>
          {t.runs.gate} <GateBadge gate={gate} />
        </>
      )}
    </>
  );
}
