import { useEffect, useState } from 'preact/hooks';
import { createStrangerCalls } from '../api/stranger-calls.ts';
import { useLoad } from '../api/use-load.ts';
import { announce } from '../parts/announce.ts';
import { PageHeading } from '../parts/heading.tsx';
import { Time } from '../parts/time.tsx';
import { shareToken } from '../shell/link-tokens.ts';
import { useLinks } from '../shell/links.ts';
import { sharingText } from '../text/en/sharing.ts';
import { getSectionLabel, Results } from './scan/results.tsx';

const t = sharingText.reader;

/** A shared report, for people who need no account. */
export function SharedScreen() {
  const [token] = useState(shareToken.read);
  const [hasEnded, setHasEnded] = useState(false);
  if (token === null) return <NoReport {...t.missing} />;
  if (hasEnded) return <NoReport {...t.ended} />;
  const end = () => {
    shareToken.remove();
    setHasEnded(true);
  };
  return <SharedReport token={token} onEnd={end} />;
}

function SharedReport({ token, onEnd }: { token: string; onEnd: () => void }) {
  const { query } = useLinks();
  const [calls] = useState(() => createStrangerCalls(token, onEnd));
  const results = useLoad((signal) => calls.readResults(signal));
  const { data, error } = results;
  return (
    <>
      {data === undefined && error !== undefined && <PageHeading title={t.title} />}
      {data !== undefined && (
        <PageHeading
          title={t.titleOf(data.site.name)}
          tab={getSectionLabel(query.tab)}
          intro={
            <>
              {t.scanned} <Time at={data.scan.createdAt} />. {t.expires} <Time at={data.expiresAt} />.
            </>
          }
        />
      )}
      <Results loaded={results} source={calls} />
    </>
  );
}

function NoReport({ title, text }: { title: string; text: string }) {
  useEffect(() => announce(text), [text]);
  return <PageHeading title={title} section={t.title} intro={text} />;
}
