import { useEffect, useState } from 'preact/hooks';
import { useSession } from '../../api/session.ts';
import { useLoad } from '../../api/use-load.ts';
import { announce } from '../../parts/announce.ts';
import { SelectField } from '../../parts/fields.tsx';
import { listAll } from '../../parts/list-all.ts';
import { Loading } from '../../parts/loading.tsx';
import { useLinks } from '../../shell/links.ts';
import { alertPreviewText as t } from '../../text/en/alert-preview.ts';
import type { AlertValues } from './alert-values.ts';
import { Message } from './message.tsx';

const PAGE_SIZE = 100;
/** Accounts have at most 1,000 sites. */
const PAGES_MAX = 10;

interface Chosen {
  events: readonly string[];
  impact: string;
}

export interface PreviewProps {
  /** What is entered now. */
  values: Pick<AlertValues, 'events' | 'impact'>;
}

/** What a message of an alert looks like, by the example of a scan. The site is in the URL, as `preview`. */
export function Preview({ values: { events, impact } }: PreviewProps) {
  const { calls } = useSession();
  const { query, change } = useLinks();
  const [siteId, setSiteId] = useState(query.preview ?? '');
  /** What is shown: the events and the impact when the button was pressed. */
  const [shown, setShown] = useState<Chosen>({ events, impact });
  const [round, setRound] = useState(0);
  const sites = useLoad((signal) =>
    listAll((cursor) => calls.listSites({ limit: PAGE_SIZE, cursor }, signal), PAGES_MAX),
  );
  const show = () => {
    setShown({ events, impact });
    setRound(round + 1);
    change({ preview: siteId });
  };
  return (
    <section class="panel" aria-labelledby="preview">
      <h2 id="preview">{t.title}</h2>
      <p>{t.intro}</p>
      <Loading loaded={sites}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="soft">{t.noSites}</p>
          ) : (
            <form
              aria-label={t.title}
              onSubmit={(event) => {
                event.preventDefault();
                show();
              }}
            >
              <SelectField
                name="preview-site"
                label={t.site}
                value={siteId}
                options={[
                  { value: '', label: t.choose },
                  ...items.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={setSiteId}
              />
              <button type="submit">{t.show}</button>
            </form>
          )
        }
      </Loading>
      {query.preview !== undefined && (
        <Messages key={`${query.preview} ${round}`} siteId={query.preview} chosen={shown} />
      )}
    </section>
  );
}

function Messages({ siteId, chosen }: { siteId: string; chosen: Chosen }) {
  const { calls } = useSession();
  const preview = useLoad((signal) => calls.previewAlert({ siteId, ...chosen }, signal));
  const { data } = preview;
  useEffect(() => {
    if (data !== undefined) announce(t.shown);
  }, [data]);
  return (
    <Loading loaded={preview}>
      {({ scanId, messages }) =>
        messages.length === 0 ? (
          <p class="empty">{scanId === null ? t.noScan : t.nothing}</p>
        ) : (
          messages.map((message) => <Message key={message.title} message={message} />)
        )
      }
    </Loading>
  );
}
