import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rules } from '../../../core/rule-sets/rules.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { page, type Site, scan, serve } from '../scanner/harness.ts';

const ruleIds = rules.map(({ ruleId }) => ruleId);
const FRAME = '<iframe id="frame" title="Inner" src="/inner"></iframe>';
const REMOVE = `document.getElementById('frame')?.remove()`;
/** How a page removes its frame, by path. */
const removals: Record<string, string> = {
  '/in-a-narrow-window': `addEventListener('resize', () => { if (innerWidth < 700) ${REMOVE}; });`,
  '/after-a-key': `addEventListener('keydown', () => { ${REMOVE}; });`,
  '/after-a-while': `setTimeout(() => { ${REMOVE}; }, 25_000);`,
};
const REDIRECT = `setTimeout(() => { location = '/elsewhere'; }, 50_000);`;
/** Checks that act on the page: one of each phase. */
const acting = ['a11y-reflow', 'a11y-keyboard-trap', 'a11y-vanishing-message'];

let site: Site;
let results: Map<string, PageResult>;

beforeAll(async () => {
  const paths = Object.keys(removals);
  const content = Object.entries(removals).map(([path, script]): [string, string] => [
    path,
    page(`<p>Text</p><button>One</button>${FRAME}<script>${script}${REDIRECT}</script>`),
  ]);
  site = await serve({
    ...Object.fromEntries(content),
    '/inner': page('<img id="picture" src="/a.png"><button>Inner</button>'),
  });
  const scanned = await scan(paths.map(site.url), { ruleIds });
  results = new Map(scanned.results.map((result) => [new URL(result.requestedUrl).pathname, result]));
}, 120_000);
afterAll(() => site.close());

describe.each(Object.keys(removals))('a page that removes a frame %s', (path) => {
  const read = () => results.get(path) as PageResult;
  const resultOf = (id: string) => read().rules.find(({ ruleId }) => ruleId === id)?.result;

  it('keeps what was found before, and is only partly scanned', () => {
    const { outcome, findings } = read();
    expect(outcome).toBe('partially-scanned');
    const pictures = findings.filter(({ ruleId }) => ruleId === 'image-alt').flatMap(({ nodes }) => nodes);
    expect(pictures.map(({ target }) => target)).toEqual([['#frame', '#picture']]);
  });

  it('passes no check that could not see the frame', () => {
    const phase = Object.keys(removals).indexOf(path);
    const notRun = acting.filter((id) => resultOf(id) === 'not-run');
    expect(notRun).toEqual(acting.slice(phase));
  });
});

it('still finds what the rest of the page does in later phases', () => {
  const times = ['/in-a-narrow-window', '/after-a-key'].map((path) =>
    results.get(path)?.rules.find(({ ruleId }) => ruleId === 'a11y-timed-redirect'),
  );
  expect(times).toEqual(times.map(() => ({ ruleId: 'a11y-timed-redirect', result: 'failed' })));
});
