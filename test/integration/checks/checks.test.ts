import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../../core/checks/checks.ts';
import { type Site, serve } from '../scanner/harness.ts';
import { allCases, expectFindings, listServed, toDocument, toPath } from './case-pages.ts';
import type { CheckPage } from './cases/check-cases.ts';
import { DocumentScanner, KEPT_PATH } from './document-scanner.ts';

let site: Site;
let scanner: DocumentScanner;

beforeAll(async () => {
  site = await serve({ ...listServed(), [KEPT_PATH]: '' });
  scanner = await DocumentScanner.start(site);
});
afterAll(async () => {
  await scanner.close();
  await site.close();
});

/** Loads the page again. */
const LIMIT_CHECK = 'a11y-time-limit';

/**
 * True if a page can be shown by replacing the content of another document: nothing depends on its address, on the time
 * since it was opened, or on names that its scripts give to the whole page.
 */
function isPlain(check: string, { html, files, data }: CheckPage): boolean {
  const sharesNames = /<script>[\s\S]*\b(?:const|let|class) /.test(html) && /<[^>]* on[a-z]+="/.test(html);
  return (
    check !== LIMIT_CHECK &&
    files === undefined &&
    data?.seconds === undefined &&
    !/<iframe|autoplay/.test(html) &&
    !html.includes(`/${check}/`) &&
    !sharesNames
  );
}

describe.each(allCases)('$check', ({ check, pages }) => {
  it.each(pages.map((each, index) => [each.shows, each, index] as const))(
    '%s',
    async (_shows, each, index) => {
      const outcome = isPlain(check, each)
        ? await scanner.scanContent(check, toDocument(each))
        : await scanner.scanPage(check, toPath(check, index));
      expectFindings(each, outcome);
    },
  );

  it('has at least six pages: with the fault, without it, and borderline', () => {
    expect(pages.length).toBeGreaterThanOrEqual(6);
    expect(new Set(pages.map(({ kind }) => kind))).toEqual(new Set(['bad', 'good', 'borderline']));
  });
});

it('has pages for every check', () => {
  expect(allCases.map(({ check }) => check).sort()).toEqual(checks.map(({ id }) => id));
});
