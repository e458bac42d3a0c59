import type { IssueGroup } from '../../core/reports/report.ts';

/** Pages named beside that of the example. */
const PAGES_MAX = 3;

/**
 * The first pages of a group beside that of its example, without their origin where that is the same, and how many more
 * there are.
 * @param addresses by the page's id
 */
export function otherPagesOf(
  { example, pageIds }: IssueGroup,
  addresses: ReadonlyMap<string, string>,
): { named: string[]; more: number } {
  const origin = originOf(example.url);
  const others = pageIds.flatMap((id) => (id === example.pageId ? [] : (addresses.get(id) ?? [])));
  const named = others.slice(0, PAGES_MAX).map((url) => {
    const isNear = origin !== undefined && originOf(url) === origin;
    return isNear ? url.slice(origin.length) || '/' : url;
  });
  return { named, more: others.length - named.length };
}

/** As the address spells it; undefined for what begins with none. */
function originOf(url: string): string | undefined {
  return /^https?:\/\/[^/?#]+/i.exec(url)?.[0];
}
