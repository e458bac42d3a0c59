import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { listNodes, page, type Site, scan, serve } from './harness.ts';

/** A page with an image without alternative text that appears late, after the response to a request. */
const late = (path: string) =>
  page(`<p id="ready">Loading</p><script>
    fetch('${path}').then(() => { document.querySelector('main').innerHTML = '<img id="late" src="/x.png">'; });
  </script>`);
const SPACED = '<p style="letter-spacing: 0 !important">Words</p>';
const PALE = '<p id="pale" style="color:#bbb;background:#fff">Hard to read</p>';
const overPicture = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `<p style="background:url(/x.png);color:#777">Over a picture ${index}</p>`,
  ).join('');
const filler = Array.from({ length: 3_500 }, () => '<i></i>').join('');
const FRAME = '<iframe title="Frame" srcdoc="<p>In a frame</p>"></iframe>';

let site: Site;
/** Results of the pages that are scanned one after the other without a setting, and of those with `waitFor`. */
let plain: PageResult[];
let waited: PageResult[];
const resultOf = (results: PageResult[], path: string) =>
  results.find(({ requestedUrl }) => requestedUrl === site.url(path)) as PageResult;
const ruleOf = (result: PageResult, ruleId: string) => result.rules.find((rule) => rule.ruleId === ruleId);

beforeAll(async () => {
  site = await serve({
    // A field of this name hides the styles of the HTML form, which the rule about spacing reads.
    '/throws': page(
      `${SPACED}<form style="color: red">Words<input aria-label="Name" name="style"></form><img src="/x.png">`,
    ),
    '/throws-large': page(
      `${SPACED}<form style="color: red">Words<input aria-label="Name" name="style"></form><img src="/x.png">${filler}`,
    ),
    '/hangs': late('/never'),
    '/never': () => undefined,
    '/still': page('<p>At rest</p>'),
    '/many-large': page(`${overPicture(220)}${PALE}${filler}`),
    '/many-framed': page(`${overPicture(220)}${PALE}${FRAME}`),
    '/many': page(`${overPicture(220)}${PALE}`),
    '/frame-hangs': page('<p id="ready">Here</p><iframe title="Frame" src="/never"></iframe>'),
    '/frame-404': page('<iframe title="Frame" src="/gone"></iframe>'),
    '/frame-closed': page('<iframe title="Frame" src="/closes"></iframe>'),
    '/closes': (_, response) => void response.socket?.destroy(),
    '/frame-elsewhere': page('<iframe title="Frame" src="http://localhost:1/"></iframe>'),
    '/frame-fine': page('<iframe title="Frame" src="/inner"></iframe>'),
    '/inner': page('<img src="/x.png">'),
  });
});
beforeAll(async () => {
  const ruleIds = ['color-contrast', 'image-alt', 'avoid-inline-spacing'];
  const paths = [
    ...['/throws', '/throws-large', '/many', '/many-large', '/many-framed'],
    ...['/frame-404', '/frame-closed', '/frame-elsewhere', '/frame-fine', '/still', '/hangs'],
  ];
  ({ results: plain } = await scan(paths.map(site.url), { ruleIds }));
  ({ results: waited } = await scan(['/still', '/hangs', '/frame-hangs'].map(site.url), {
    ruleIds,
    settings: { waitFor: { selector: '#ready' } },
    pageTimeoutMs: 15_000,
  }));
});
afterAll(() => site.close());

describe('a rule that throws on a page', () => {
  it.each(['/throws', '/throws-large'])(
    'is reported as not run there, even if it would have found faults: %s',
    (path) => {
      const result = resultOf(plain, path);
      expect(ruleOf(result, 'avoid-inline-spacing')).toEqual({
        ruleId: 'avoid-inline-spacing',
        result: 'not-run',
        reason: 'The rule failed with an error on this page.',
      });
      expect(result.findings.filter(({ ruleId }) => ruleId === 'avoid-inline-spacing')).toEqual([]);
      expect(result).toMatchObject({ outcome: 'partially-scanned' });
      expect(result.detail).toContain('Rules that failed with an error: avoid-inline-spacing.');
      expect(ruleOf(result, 'image-alt')?.result).toBe('failed');
    },
  );
});

describe('violations after many elements that need review', () => {
  it.each(['/many', '/many-large', '/many-framed'])('are listed: %s', (path) => {
    const result = resultOf(plain, path);
    expect(listNodes(result)).toEqual(['color-contrast ["#pale"]']);
    const review = result.findings.find(({ kind }) => kind === 'review');
    expect(review).toMatchObject({ nodeCount: 220 });
    expect(review?.nodes).toHaveLength(200);
  });
});

describe('a frame that cannot be tested', () => {
  it.each([
    ['of the same host, answered with 404', '/frame-404', 1, 1],
    ['of the same host, without an answer', '/frame-closed', 1, 1],
    ['of another host', '/frame-elsewhere', 1, 0],
    ['none', '/frame-fine', 0, 0],
  ])(
    'is listed, and counts for the gate if it is on the host of the page: %s',
    (_, path, listed, counting) => {
      const result = resultOf(plain, path);
      expect(result.framesNotScanned).toHaveLength(listed);
      expect(result.framesNotJudged).toBe(counting);
      expect(listNodes(result)).toHaveLength(listed === 0 ? 1 : 0);
    },
  );
});

describe('a frame of the same host that never answers', () => {
  it('counts for the gate, also on a page whose awaited element appears', () => {
    const result = resultOf(waited, '/frame-hangs');
    expect(result).toMatchObject({ outcome: 'partially-scanned', incomplete: false, framesNotJudged: 1 });
    expect(result.framesNotScanned).toHaveLength(1);
    expect(result.detail).toContain('it did not answer in time');
  });
});

describe('a page that may not have shown all of its content', () => {
  // The page of an endless script is in hostile-pages.test.ts.
  it.each([
    ['was not stable', () => plain, '/hangs', true],
    ['does not show the awaited element', () => waited, '/still', true],
    ['was stable', () => plain, '/still', false],
    ['never becomes stable, and shows the awaited element', () => waited, '/hangs', false],
  ])('is reported as incomplete exactly then: %s', (_, results, path, incomplete) => {
    expect(resultOf(results(), path)).toMatchObject({ incomplete });
  });
});
