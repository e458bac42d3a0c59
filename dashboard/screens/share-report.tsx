import { useLayoutEffect, useState } from 'preact/hooks';
import { SHARED_DAYS_DEFAULT, SHARED_DAYS_MAX } from '../../core/shared-reports/shared-limits.ts';
import { useDraft } from '../api/drafts.ts';
import { useSession } from '../api/session.ts';
import type { NewSharedReport } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Entry } from '../parts/entry.tsx';
import { TextField } from '../parts/fields.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { parseWholeNumber } from '../parts/parse-number.ts';
import { SharedReportTable } from '../parts/shared-report-table.tsx';
import { Time } from '../parts/time.tsx';
import { useLinks } from '../shell/links.ts';
import type { ScreenProps } from '../shell/load-screen.tsx';
import { sharingText } from '../text/en/sharing.ts';
import { shellText } from '../text/en/shell.ts';
import { formatNumber } from '../text/plural.ts';

const t = sharingText.share;

/** Shares the report of a scan, and lists its links. */
export function ShareReportScreen({ params }: ScreenProps) {
  const { calls } = useSession();
  const { query } = useLinks();
  const scanId = params.scanId ?? '';
  const [created, setCreated] = useState<NewSharedReport | null>(null);
  const shared = useLoad(
    (signal) => calls.listSharedReports({ scanId, cursor: query.cursor }, signal),
    query.cursor ?? '',
  );
  if (created !== null) {
    return (
      <SharedLink
        created={created}
        onDone={() => {
          setCreated(null);
          shared.reload();
        }}
      />
    );
  }
  return (
    <>
      <PageHeading title={t.title} section={t.scan} sectionPath={`/scans/${scanId}`} intro={t.intro} />
      <NewLink scanId={scanId} onCreate={setCreated} />
      <section aria-labelledby="existing">
        <h2 id="existing" tabIndex={-1}>
          {t.existing}
        </h2>
        <SharedReportTable loaded={shared} empty={t.none} isOfScan />
      </section>
    </>
  );
}

interface NewLinkProps {
  scanId: string;
  onCreate: (created: NewSharedReport) => void;
}

function NewLink({ scanId, onCreate }: NewLinkProps) {
  const { calls, me } = useSession();
  const { href } = useLinks();
  const { values, change } = useDraft(`share ${me.person.personId} ${calls.accountId} ${scanId}`, {
    days: String(SHARED_DAYS_DEFAULT),
    note: '',
  });
  const create = async () => {
    const note = values.note.trim() === '' ? null : values.note;
    onCreate(await calls.shareReport({ scanId, expiresInDays: parseWholeNumber(values.days), note }));
  };
  return (
    <Entry
      onSubmit={create}
      labels={{ expiresInDays: t.days, note: t.note }}
      submitLabel={t.submit}
      actions={<a href={href(`/scans/${scanId}`)}>{shellText.cancel}</a>}
    >
      {(errors) => (
        <>
          <TextField
            name="expiresInDays"
            type="number"
            label={t.days}
            hint={t.daysHint(formatNumber(SHARED_DAYS_MAX))}
            min={1}
            max={SHARED_DAYS_MAX}
            errors={errors}
            value={values.days}
            onChange={(days) => change({ days })}
          />
          <TextField
            name="note"
            label={t.note}
            hint={t.noteHint}
            isOptional
            errors={errors}
            value={values.note}
            onChange={(note) => change({ note })}
          />
        </>
      )}
    </Entry>
  );
}

/** Shows the link of a shared report once. It is in the memory of this tab only, until the person leaves. */
function SharedLink({ created, onDone }: { created: NewSharedReport; onDone: () => void }) {
  const l = sharingText.link;
  useLayoutEffect(() => {
    // The browser may keep the page in its page cache.
    addEventListener('pagehide', onDone);
    return () => removeEventListener('pagehide', onDone);
  }, []);
  return (
    <>
      <PageHeading title={l.title} section={t.scan} sectionPath={`/scans/${created.scanId}`} intro={l.text} />
      <section class="panel">
        <h2>{l.label}</h2>
        <code class="value" id="link" data-secret>
          {created.url}
        </code>
        <CopyButton class="primary" text={created.url} source="link" />
      </section>
      <p>
        {l.expires} <Time at={created.expiresAt} />. {l.kept} <Time at={created.reportKeptUntil} isDate />.
      </p>
      <button type="button" onClick={onDone}>
        {l.done}
      </button>
    </>
  );
}
