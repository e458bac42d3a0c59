import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../../core/checks/checks.ts';
import { axeRules } from '../../../core/rule-sets/axe-rules.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { listNodes, page, type Scanned, type Site, scan, serve } from '../scanner/harness.ts';

const all = [...axeRules.map(({ ruleId }) => ruleId), ...checks.map(({ id }) => id)];
const idsOf = (...needs: string[]) => checks.filter((each) => needs.includes(each.needs)).map(({ id }) => id);
const FAULTS = '<img src="/a.png"><a href="/b" target="_blank">More</a><p lang="xx">Text</p>';
const DIALOG = '<button aria-haspopup="dialog" onclick="alert(1)">Open</button>';

const keyframes = Array.from(
  { length: 101 },
  (_, at) => `${at}% { opacity: ${at % 2}; background-color: ${at % 2 === 0 ? 'black' : 'white'} }`,
).join(' ');

/** Pages that disturb the checks, each with the checks that must not have a result because of that. */
export const hostilePages: Record<string, { html: string; notRun?: string[] }> = {
  'replaces what scripts use': {
    html: page(`${FAULTS}<button>One</button><script>
      for (const of of [Array, Map, Set, String, Object, Node, Element, HTMLElement, Document, EventTarget, RegExp, JSON, Math, Promise]) {
        for (const name of Object.getOwnPropertyNames(of.prototype ?? of)) {
          if (['constructor', 'valueOf', 'toString'].includes(name)) continue;
          try { (of.prototype ?? of)[name] = () => { throw new Error('replaced') } } catch {}
        }
      }
      window.getComputedStyle = window.matchMedia = () => { throw new Error('replaced') };
    </script>`),
  },
  'names fields like members of the DOM': {
    html: page(
      `${FAULTS}<form>${[
        'children parentElement attributes hasAttribute style tagName localName',
        'firstChild nextSibling querySelectorAll matches closest focus blur id',
        'ownerDocument shadowRoot checkVisibility isContentEditable tabIndex innerText textContent elements length',
      ]
        .join(' ')
        .split(' ')
        .map((name) => `<label>${name} <input name="${name}" value="s3cret-value"></label>`)
        .join('')}<button>Send</button></form>`,
    ),
  },
  'is nested deeply': {
    html: page(`${FAULTS}${'<div>'.repeat(1_000)}<a href="/c">Inner</a>${'</div>'.repeat(1_000)}`),
  },
  'has long attributes and texts': {
    html: page(
      `${FAULTS}<img alt="${'a '.repeat(300_000)}" src="/a.png"><a href="/${'b'.repeat(300_000)}" title="${'W E L C O M E '.repeat(30_000)}">${'* press "'.repeat(30_000)}</a>`,
    ),
  },
  'grows with each key': {
    html: page(`${FAULTS}<button>One</button><button>Two</button><script>addEventListener('keydown', () => {
      for (let count = 0; count < 50; count += 1) document.querySelector('main').append(document.createElement('button'));
    })</script>`),
  },
  'shows a message with each key and focus': {
    html: page(`${FAULTS}${DIALOG}<input aria-label="Name" onfocus="alert(1)"><script>addEventListener('keydown', () => confirm('Really?'));
      addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'Stay' })</script>`),
  },
  'moves the focus without end': {
    html: page(`${FAULTS}<button id="one" onfocus="setTimeout(() => two.focus())">One</button>
      <button id="two" onfocus="setTimeout(() => one.focus())">Two</button>`),
  },
  'removes what has the focus': {
    html: page(`${FAULTS}${'<button onfocus="this.remove()">Gone</button>'.repeat(5)}<a href="/c">Last</a>`),
  },
  'writes another document when its window changes': {
    html: page(
      `${FAULTS}<button>One</button><script>addEventListener('resize', () => { document.open(); document.write('<p>Other</p>'); document.close() })</script>`,
    ),
  },
  'never ends when its window changes': {
    html: page(
      `${FAULTS}<button>One</button><script>addEventListener('resize', () => { for (;;); })</script>`,
    ),
    notRun: idsOf('viewport'),
  },
  'never ends after half a minute': {
    html: page(`${FAULTS}<button>One</button><script>setTimeout(() => { for (;;); }, 30_000)</script>`),
    notRun: ['a11y-timed-redirect'],
  },
  'opens dialogs in dialogs': {
    html: page(`${FAULTS}<button aria-haspopup="dialog" onclick="open1()">Open</button><script>function open1() {
      document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-modal="true"><button aria-haspopup="dialog" onclick="open1()">Another</button></div>');
      document.body.lastElementChild.firstElementChild.focus() }</script>`),
  },
  'animates everything': {
    html: page(`${FAULTS}<style>@keyframes a { ${keyframes} } * { animation: a 0.01s infinite }
      *::before { content: "A text of styles " attr(class) }</style>${'<p>Text</p>'.repeat(500)}`),
  },
};
const toPath = (name: string) => `/${name.replaceAll(' ', '-')}`;

/** All pages are scanned one after the other, also on slow machines. */
const SCAN_TIMEOUT_MS = 900_000;

const listNotRun = (result: PageResult | undefined) =>
  result?.rules.filter((rule) => rule.result === 'not-run').map(({ ruleId }) => ruleId) ?? [];

/** Registers a test for each of some hostile pages, which one browser shows one after the other. */
export function testHostilePages(names: readonly string[]): void {
  let site: Site;
  let scanned: Scanned;
  /** By name: the result of a page, and of the page after it. */
  const results = new Map<string, PageResult[]>();
  // One browser shows all pages, so that each also follows a page that disturbs. Only a page that blocks it ends it.
  beforeAll(async () => {
    const content = names.map((name) => [toPath(name), hostilePages[name]?.html ?? ''] as const);
    site = await serve({ ...Object.fromEntries(content), '/afterwards': page(FAULTS) });
    const urls = names.flatMap((name) => [site.url(toPath(name)), site.url('/afterwards')]);
    scanned = await scan(urls, { ruleIds: all, pageTimeoutMs: 20_000 });
    for (const [index, name] of names.entries())
      results.set(name, scanned.results.slice(2 * index, 2 * index + 2));
  }, SCAN_TIMEOUT_MS);
  afterAll(() => site.close());

  describe('a page that', () => {
    it.each(names)('%s ends, and so does the page after it', (name) => {
      const { notRun = [] } = hostilePages[name] ?? {};
      const { deferred, notReached } = scanned;
      const [hostile, afterwards] = results.get(name) ?? [];
      expect({ deferred, notReached }).toEqual({ deferred: [], notReached: [] });
      expect(hostile?.requestedUrl).toBe(site.url(toPath(name)));
      // The findings of the rules that only read are there, whatever the page does to keys, sizes and time.
      const found = hostile?.findings.map(({ ruleId }) => ruleId);
      expect(found).toEqual(expect.arrayContaining(['image-alt', 'a11y-new-window-link']));
      expect(listNotRun(hostile)).toEqual(expect.arrayContaining(notRun));
      // A rule without a result makes the page partly scanned, so that no gate passes by it.
      const decisive = listNotRun(hostile).filter((id) => !idsOf('site').includes(id));
      expect(hostile?.outcome, hostile?.detail).toBe(decisive.length > 0 ? 'partially-scanned' : 'scanned');
      expect(JSON.stringify(hostile)).not.toContain('s3cret');
      expect(afterwards?.outcome).toBe('scanned');
      expect(listNodes(afterwards)).toContain('image-alt ["img"]');
      expect(listNotRun(afterwards)).toEqual([]);
    });
  });
}
