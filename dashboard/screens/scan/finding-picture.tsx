import { useState } from 'preact/hooks';
import type { Finding } from '../../api/types.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Time } from '../../parts/time.tsx';
import { usePending } from '../../parts/use-pending.ts';
import { resultsText } from '../../text/en/results.ts';
import type { ResultsSource } from './source.ts';

const t = resultsText.finding;

interface FindingPictureProps {
  picture: NonNullable<Finding['picture']>;
  location: string;
  url: string;
  source: ResultsSource;
}

/** The picture of an element, which is loaded when the person asks for it: each link to one is in the audit log. */
export function FindingPicture({ picture, location, url, source }: FindingPictureProps) {
  const [link, setLink] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(undefined);
  const { isPending, run } = usePending();
  const load = async () => {
    try {
      setError(undefined);
      setLink((await source.readPicture(picture.id)).url);
    } catch (fault) {
      setError(fault);
    }
  };
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} />}
      {link === null ? (
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
            src={link}
            width={picture.width}
            height={picture.height}
            alt={t.pictureOf(location, url)}
            referrerpolicy="no-referrer"
            onError={() => {
              setLink(null);
              setError(new Error('The picture could not be loaded.'));
            }}
          />
          {picture.takenBy !== undefined && (
            <figcaption class="soft">
              {t.takenAt} <Time at={picture.takenBy.at} />
            </figcaption>
          )}
        </figure>
      )}
    </>
  );
}
