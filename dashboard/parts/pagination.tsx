import { useLinks } from '../shell/links.ts';
import { shellText } from '../text/en/shell.ts';

/** Links to the first and the next page of a list. The cursor of the page is in the URL. */
export function Pagination({ nextCursor }: { nextCursor: string | null }) {
  const { query, hrefWith } = useLinks();
  const isFirst = query.cursor === undefined;
  if (isFirst && nextCursor === null) return null;
  return (
    <nav aria-label={shellText.pagination}>
      <ul class="pages">
        {!isFirst && (
          <li>
            <a class="button" href={hrefWith({ cursor: undefined })}>
              {shellText.firstPage}
            </a>
          </li>
        )}
        {nextCursor !== null && (
          <li>
            <a class="button" href={hrefWith({ cursor: nextCursor })}>
              {shellText.nextPage}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
