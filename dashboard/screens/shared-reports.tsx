import { useSession } from '../api/session.ts';
import { useLoad } from '../api/use-load.ts';
import { PageHeading } from '../parts/heading.tsx';
import { SharedReportTable } from '../parts/shared-report-table.tsx';
import { useAnnounceCount } from '../parts/use-announce-count.ts';
import { useLinks } from '../shell/links.ts';
import { sharingText as t } from '../text/en/sharing.ts';
import { shellText } from '../text/en/shell.ts';

const PAGE_SIZE = 50;

/** The reports of the account that strangers may read. */
export function SharedReportsScreen() {
  const { calls } = useSession();
  const { cursor } = useLinks().query;
  const shared = useLoad(
    (signal) => calls.listSharedReports({ limit: PAGE_SIZE, cursor }, signal),
    cursor ?? '',
  );
  useAnnounceCount(shared.data, t.count);
  return (
    <>
      <PageHeading title={t.title} section={shellText.settings} intro={t.intro} />
      <SharedReportTable loaded={shared} empty={t.empty} />
    </>
  );
}
