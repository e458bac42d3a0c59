import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../core/reports/report.ts';
import type { ScanView } from '../../../core/scans/scan.ts';
import { comparable } from '../../support/comparable.ts';
import type { FaultyService } from '../../support/faulty-service.ts';
import { ONE_PICTURE, servePages } from '../../support/small-site.ts';

/**
 * Scans of regions where Lambda does not stream responses: the events of a browser come all at once, in at most 6 MB.
 * Before that, the same pages are scanned with streamed responses.
 */

const CLEAN = `<!doctype html><html lang="en"><head><title>Clean</title></head>
<body><main><h1>Clean</h1><p>Text.</p></main></body></html>`;

/** Returns a function that returns characters which compression cannot make smaller, always the same. */
function createNoise() {
  let calls = 0;
  return (length: number) => {
    calls += 1;
    const hash = createHash('shake256', { outputLength: 2 * length })
      .update(`${calls}`)
      .digest();
    const codes = Array.from({ length }, (_, at) => 0x4e00 + (hash.readUInt16LE(2 * at) % 20_000));
    return String.fromCharCode(...codes);
  };
}

/**
 * Returns a page whose elements violate several rules each, and have a long class. Selectors of findings consist of
 * the class.
 */
function buildLargePage(blocks: number, classLength: number): string {
  const noise = createNoise();
  const block =
    () => `<div role="checkbox" aria-bogus="1" aria-live="nonsense" tabindex="5" class="${noise(classLength)}">
<img class="${noise(classLength)}" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" role="bogus">
<input class="${noise(classLength)}" aria-bogus="1" autocomplete="nonsense"><a href="#x" class="${noise(classLength)}"></a>
<button class="${noise(classLength)}" aria-live="nonsense"></button></div>`;
  return `<!doctype html><html lang="en"><head><title>Large</title></head>
<body><main><h1>Large</h1>${Array.from({ length: blocks }, block).join('\n')}</main></body></html>`;
}

const config = { rules: ['wcag-aa', 'best-practice'], checks: 'axe', screenshots: 'none' };
const pages = {
  '/': ONE_PICTURE,
  '/clean': CLEAN,
  '/also-clean': CLEAN,
  // Events of 2.7 MB each, and of 7.3 MB.
  '/large-1': buildLargePage(60, 1_000),
  '/large-2': buildLargePage(60, 1_000),
  '/larger-than-6-mb': buildLargePage(180, 1_800),
};

type Path = keyof typeof pages;
/** Their results need several responses. */
const severalResponses: Path[] = ['/', '/clean', '/large-1', '/large-2'];
const oneTooLarge: Path[] = ['/clean', '/larger-than-6-mb', '/also-clean'];
const gated = { failOn: { any: 'critical' } };

let service: FaultyService;
let site: Awaited<ReturnType<typeof servePages>>;
/** The report of the same pages with streamed responses. */
let expected: Report;
/** Lets browsers stream again. */
let stream = () => {};
const invocations: string[] = [];

async function scan(paths: Path[], more: object = {}): Promise<{ scan: ScanView; report: Report }> {
  const { client } = await service.key(await service.account());
  const body = { name: 'Shop', url: site.url, pages: paths, crawl: 'none' };
  const created = await client.call('POST', '/sites', { body });
  expect(created.status, JSON.stringify(created.json)).toBe(201);
  const url = new URL(paths[0] as string, site.url).href;
  const settled = await client.scan(created.json.id, { ...config, url, ...more });
  // A report of several megabytes is only available by its link.
  const { json } = await client.call('GET', `/scans/${settled.id}/report?delivery=link`);
  return { scan: settled, report: (await (await fetch(json.url)).json()) as Report };
}

/** Defines the tests of browsers whose events come all at once. */
export function testBufferedResponses(getService: () => FaultyService): void {
  describe('a service whose browsers report buffered', () => {
    beforeAll(async () => {
      service = getService();
      site = await servePages(pages);
      expected = (await scan(severalResponses)).report;
      const dispatcher = service.runtime.service.functions.find(({ logicalId }) =>
        logicalId.startsWith('DispatchChunk'),
      );
      if (dispatcher === undefined) throw new Error('there is no function that dispatches chunks');
      const { environment } = dispatcher;
      const setResponses = (variables: object) => {
        dispatcher.environment = (sqs) => ({ ...environment(sqs), ...variables });
        service.runtime.functions.kill(dispatcher.logicalId);
      };
      expect(environment('')).toMatchObject({ BROWSER_RESPONSES: 'streamed' });
      setResponses({ BROWSER_RESPONSES: 'buffered' });
      stream = () => setResponses({});
    });
    beforeEach(() => {
      service.faults.failCall = (functionId, { service: called, action }) => {
        if (called === 'lambda' && functionId.startsWith('DispatchChunk')) invocations.push(action);
        return false;
      };
    });
    afterAll(async () => {
      stream();
      await site?.stop();
    });

    it('finds what a service that streams finds, also if the results of a chunk do not fit in one response', async () => {
      expect(expected.summary.violations.elements).toBeGreaterThan(500);
      const { scan: settled, report } = await scan(severalResponses);
      expect(settled.status).toBe('completed');
      expect(comparable(report)).toEqual(comparable(expected));
      expect(new Set(invocations)).toEqual(new Set(['Invoke']));
      // One chunk is enough for four pages.
      expect(invocations.length).toBeGreaterThan(1);
    });

    it('ends a page whose results are larger than a response, passes no gate without it, and scans the others', async () => {
      // The same elements, on a smaller page, have findings that this gate counts.
      const urls = expected.violations
        .filter(({ impact }) => impact === 'critical')
        .flatMap(({ nodes }) => nodes.map(({ url }) => new URL(url).pathname));
      expect(urls).toContain('/large-1');
      const { report } = await scan(oneTooLarge, gated);
      const outcomes = report.pages.map(({ requestedUrl, outcome }) => [
        requestedUrl.slice(requestedUrl.lastIndexOf('/')),
        outcome,
      ]);
      expect(Object.fromEntries(outcomes)).toEqual({
        '/clean': 'scanned',
        '/also-clean': 'scanned',
        '/larger-than-6-mb': 'service-fault',
      });
      const large = report.pages.find(({ outcome }) => outcome === 'service-fault');
      expect(large?.detail).toContain('larger than 6 MB');
      expect(report.gate.result).toBe('inconclusive');
    });
  });
}
