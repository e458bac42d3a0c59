import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ReportFinding } from '../../api/types.ts';
import { announce } from '../../parts/announce.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Time } from '../../parts/time.tsx';
import { usePending } from '../../parts/use-pending.ts';
import { resultsText } from '../../text/en/results.ts';
import type { ResultsSource } from './source.ts';

const t = resultsText.finding;

interface FindingPictureProps {
  picture: NonNullable<ReportFinding['picture']>;
  location: string;
  url: string;
  source: ResultsSource;
}

/** The picture of an element, which is loaded when the person asks for it: each link to one is in the audit log. */
export function FindingPicture({ picture, location, url, source }: FindingPictureProps) {
  const [address, setAddress] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(undefined);
  const [isBroken, setIsBroken] = useState(false);
  const { isPending, run } = usePending();
  const area = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useLayoutEffect(() => {
    if (address !== null || isBroken) area.current?.focus();
  }, [address, isBroken]);
  const load = async () => {
    try {
      setError(undefined);
      setIsBroken(false);
      setAddress(await source.readPicture(picture.id));
    } catch (fault) {
      setError(fault);
    }
  };
  return (
    <div class="picture-part" ref={area} tabIndex={-1}>
      {error !== undefined && <ErrorNotice error={error} />}
      {isBroken && (
        <Notice kind="error">
          <p>{t.noPicture}</p>
        </Notice>
      )}
      {address === null ? (
        <button
          type="button"
          class="small"
          aria-disabled={isPending}
          aria-label={t.showPictureOf(location)}
          onClick={() => void run(load)}
        >
          {t.showPicture}
        </button>
      ) : (
        <figure>
          <img
            class="picture"
            src={address}
            width={picture.width}
            height={picture.height}
            alt={t.pictureOf(location, url)}
            referrerpolicy="no-referrer"
            onError={() => {
              setAddress(null);
              setIsBroken(true);
              announce(t.noPicture, 'alert');
            }}
          />
          {'takenBy' in picture && picture.takenBy !== undefined && (
            <figcaption class="soft">
              {t.takenAt} <Time at={picture.takenBy.at} />
            </figcaption>
          )}
        </figure>
      )}
    </div>
  );
}
