import { Time } from '../../parts/time.tsx';
import { useLinks } from '../../shell/links.ts';

interface ScanOfTabProps {
  scan: { id: string; createdAt: string; branch: string | null };
  /** What precedes the time of the scan. */
  text: string;
  /** Number of entries in words. */
  count: string;
}

/** Says which scan a tab shows, with a link to it. */
export function ScanOfTab({ scan, text, count }: ScanOfTabProps) {
  const { href } = useLinks();
  const { id, createdAt, branch } = scan;
  return (
    <p>
      <strong>{count}</strong>. {text}{' '}
      <a href={href(`/scans/${id}`)}>
        <Time at={createdAt} />
      </a>
      {branch !== null && (
        <>
          {' '}
          <code>{branch}</code>
        </>
      )}
    </p>
  );
}
