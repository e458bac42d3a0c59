import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isActingNeed } from '../../../core/checks/check-definition.ts';
import { checks } from '../../../core/checks/checks.ts';
import { getCheckNeed } from '../../../core/rule-sets/rules.ts';
import { type Site, serve } from '../scanner/harness.ts';
import { allCases, expectFindings, listServed, toDocument, toPath } from './case-pages.ts';
import type { CheckPage } from './cases/check-cases.ts';
import { DocumentScanner, KEPT_PATH } from './document-scanner.ts';

let site: Site;
/** Has a browser of its own, because its tab stays open, and all tabs of a browser must have the same locale. */
let contentScanner: DocumentScanner;
let pageScanner: DocumentScanner;

beforeAll(async () => {
  site = await serve({ ...listServed(), [KEPT_PATH]: '' });
  contentScanner = await DocumentScanner.start(site);
  pageScanner = await DocumentScanner.start(site);
});
afterAll(async () => {
  await Promise.all([contentScanner?.close(), pageScanner?.close()]);
  await site?.close();
});

/** Needs a page that can be loaded again. */
const LIMIT_CHECK = 'a11y-time-limit';

const isActing = (check: string) => isActingNeed(getCheckNeed(check));

// What the scanner acts on comes last, because the browser refuses to load images from then on.
const inOrder = [
  ...allCases.filter(({ check }) => !isActing(check)),
  ...allCases.filter(({ check }) => isActing(check)),
];

/**
 * True if a page can be shown by replacing the content of another document: nothing depends on its address, on the time
 * since it was opened, or on names that its scripts give to the whole page. Shadow roots of the markup are not always
 * attached then.
 */
function isPlain(check: string, { html, files, data }: CheckPage): boolean {
  const sharesNames = /<script>[\s\S]*\b(?:const|let|class) /.test(html) && /<[^>]* on[a-z]+="/.test(html);
  return (
    check !== LIMIT_CHECK &&
    files === undefined &&
    data?.seconds === undefined &&
    !/<iframe|autoplay|shadowrootmode/.test(html) &&
    !html.includes(`/${check}/`) &&
    !sharesNames &&
    // While the scanner acts on pages, it refuses to load anything.
    !(isActing(check) && / src="\//.test(html))
  );
}

describe.each(inOrder)('$check', ({ check, pages: cases }) => {
  const tested = cases
    .map((each, index) => [each.shows, each, index] as const)
    .filter(([, { isSlow }]) => !isSlow);
  it.each(tested)('%s', async (_shows, each, index) => {
    const outcome = isPlain(check, each)
      ? await contentScanner.scanContent(check, toDocument(each))
      : await pageScanner.scanPage(check, toPath(check, index));
    expectFindings(each, outcome);
  });

  it('has at least six pages: with the fault, without it, and borderline', () => {
    expect(cases.length).toBeGreaterThanOrEqual(6);
    expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(['bad', 'good', 'borderline']));
  });
});

it('has pages for every check', () => {
  expect(allCases.map(({ check }) => check).sort()).toEqual(checks.map(({ id }) => id));
});
