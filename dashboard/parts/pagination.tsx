import { useLinks } from '../shell/links.ts';
import { shellText } from '../text/en/shell.ts';

interface PaginationProps {
  nextCursor: string | null;
  /** Name of the query parameter with the cursor, for the second list of a screen. */
  parameter?: string;
}

/** Links to the first and the next page of a list. The cursor of the page is in the URL. */
export function Pagination({ nextCursor, parameter = 'cursor' }: PaginationProps) {
  const { query, hrefWith } = useLinks();
  const isFirst = query[parameter] === undefined;
  if (isFirst && nextCursor === null) return null;
  return (
    <nav aria-label={shellText.pagination}>
      <ul class="pages">
        {!isFirst && (
          <li>
            <a class="button" href={hrefWith({ [parameter]: undefined })}>
              {shellText.firstPage}
            </a>
          </li>
        )}
        {nextCursor !== null && (
          <li>
            <a class="button" href={hrefWith({ [parameter]: nextCursor })}>
              {shellText.nextPage}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
