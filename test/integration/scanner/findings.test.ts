import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageResult, pageResultSchema } from '../../../core/scans/page-result.ts';
import { listNodes, page, type Site, scan, serve } from './harness.ts';

let site: Site;
/** Results of the pages that are scanned one after the other in one browser, which is enough for most tests. */
let together: PageResult[];
const resultOf = (path: string) => together.find(({ requestedUrl }) => requestedUrl === site.url(path));
const pages: Record<string, string | Parameters<typeof serve>[0][string]> = {
  '/faults': page('<img src="a.png"><button></button><input type="text">'),
  '/sound': page('<p>Text</p><img src="a.png" alt="A">'),
  '/shadow': page(
    '<div id="host"></div><script>host.attachShadow({mode:"open"}).innerHTML=\'<img src="b.png">\'</script>',
  ),
  '/lazy': page(
    `<p>Top</p><div id="now"></div><div style="height:6000px"></div><div id="deep"></div>
     <script>
       setTimeout(() => { now.innerHTML = '<img src="timer.png">'; }, 900);
       setInterval(() => { document.title = 'A page ' + Math.random(); }, 40);
       (function spin() { requestAnimationFrame(spin); })();
       new IntersectionObserver((entries, observer) => {
         if (!entries.some((entry) => entry.isIntersecting)) return;
         observer.disconnect();
         fetch('/late').then((answer) => answer.text()).then((html) => { deep.innerHTML = html; });
       }).observe(deep);
     </script>`,
  ),
  '/late': (_request, response) => {
    setTimeout(() => response.end('<button></button>'), 150);
  },
  '/altered': page(
    `<img src="a.png"><script>
       Array.prototype.forEach = () => {}; Array.prototype.map = () => [];
       JSON.stringify = () => '{}'; JSON.parse = () => ({});
       globalThis.setTimeout = () => 0; globalThis.Promise = class {};
       Object.defineProperty(globalThis, 'axe', { value: { run: () => ({ violations: [] }) } });
       document.querySelectorAll = () => [];
     </script>`,
  ),
  '/csp': (_request, response) => {
    response.writeHead(200, {
      'Content-Type': 'text/html',
      'Content-Security-Policy':
        "default-src 'none'; sandbox; require-trusted-types-for 'script'; trusted-types 'none'",
    });
    response.end(page('<img src="a.png">'));
  },
  '/many': page('<img src="a.png">'.repeat(450)),
  '/hostile': page(
    `<img src="x" id="b" data-x="${'y'.repeat(1_000_000)}"><img src="&#xD800;\u{1F600}${'\u{1F600}'.repeat(600)}"><script>
       document.title = '\\ud800 <script>alert(1) ' + 'x'.repeat(100000);
       b.setAttribute('aria-roledescription', '\\u0000\\udc00</div>');
     </script>`,
  ),
  '/storage': page(
    `<div id="out"></div><script>
       const seen = document.cookie + (localStorage.getItem('seen') ?? '') + (sessionStorage.getItem('seen') ?? '');
       out.innerHTML = seen === '' ? '<p>First</p>' : '<button></button>';
       document.cookie = 'seen=1'; localStorage.setItem('seen', '1'); sessionStorage.setItem('seen', '1');
     </script>`,
  ),
  '/motion': page(
    `<div id="out"></div><script>
       if (!matchMedia('(prefers-reduced-motion: reduce)').matches) out.innerHTML = '<button></button>';
       if (innerWidth !== 1280 || innerHeight !== 1024) out.innerHTML = '<img src="a.png">';
       const late = document.createElement('p');
       out.append(late);
       late.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 700 }).onfinish = () => { late.innerHTML = '<input>'; };
     </script>`,
  ),
  '/inner': page('<img src="inner.png">'),
};

beforeAll(async () => {
  site = await serve(pages);
  pages['/frames'] = page(
    `<iframe title="same" src="/inner"></iframe>
     <iframe title="other" src="http://localhost:${site.port}/inner"></iframe>
     <iframe title="sandboxed" sandbox src="/inner"></iframe>
     <iframe title="written" srcdoc='<html lang="en"><title>t</title><iframe title="deep" src="/inner"></iframe></html>'></iframe>`,
  );
  pages['/broken-frame'] = page(
    '<img src="a.png"><iframe title="broken" src="http://unknown.invalid/"></iframe><iframe title="ok" src="/inner"></iframe>',
  );
});
beforeAll(async () => {
  const paths = [
    ...['/motion', '/lazy', '/shadow', '/frames', '/broken-frame', '/altered', '/csp', '/many', '/hostile'],
    ...['/lazy', '/storage', '/storage'],
  ];
  ({ results: together } = await scan(paths.map(site.url)));
});
afterAll(() => site.close());

describe('the findings and rules of a scan', () => {
  it('include the faults of a page and the result of every requested rule', async () => {
    const { results } = await scan([site.url('/faults'), site.url('/sound')], {
      ruleIds: ['image-alt', 'button-name', 'label', 'object-alt', 'html-has-lang', 'no-such-rule'],
    });
    const [faults, sound] = results;
    expect(listNodes(faults)).toEqual(['button-name ["button"]', 'image-alt ["img"]', 'label ["input"]']);
    expect(faults?.outcome).toBe('scanned');
    expect(faults?.settled).toBe(true);
    expect(faults?.rules).toEqual([
      { ruleId: 'image-alt', result: 'failed' },
      { ruleId: 'button-name', result: 'failed' },
      { ruleId: 'label', result: 'failed' },
      { ruleId: 'object-alt', result: 'inapplicable' },
      { ruleId: 'html-has-lang', result: 'passed' },
      { ruleId: 'no-such-rule', result: 'not-run', reason: 'This version of axe-core has no such rule.' },
    ]);
    const image = faults?.findings.find(({ ruleId }) => ruleId === 'image-alt');
    expect(image?.impact).toBe('critical');
    expect(image?.nodes[0]?.html).toBe('<img src="a.png">');
    expect(image?.nodes[0]?.fix.any).toContain('Element does not have an alt attribute');
    expect(listNodes(sound)).toEqual([]);
    expect(sound?.title).toBe('A page');
    for (const result of results) expect(pageResultSchema.parse(result)).toEqual(result);
  });

  it('include shadow roots and frames of any origin', async () => {
    expect(listNodes(resultOf('/shadow'))).toEqual(['image-alt [["#host","img"]]']);
    expect(resultOf('/frames')?.detail).toBe('The page was scanned.');
    expect(listNodes(resultOf('/frames'))).toEqual([
      'image-alt ["iframe[title=\\"same\\"]","img"]',
      'image-alt ["iframe[title=\\"other\\"]","img"]',
      'image-alt ["iframe[title=\\"sandboxed\\"]","img"]',
      'image-alt ["iframe[title=\\"written\\"]","iframe","img"]',
    ]);
  });

  it('include the frames that could not be scanned, and the rest is scanned', async () => {
    const result = resultOf('/broken-frame');
    expect(result?.outcome).toBe('partially-scanned');
    expect(result?.detail).toContain('http://unknown.invalid/');
    expect(listNodes(result)).toEqual(['image-alt ["img"]', 'image-alt ["iframe[title=\\"ok\\"]","img"]']);
  });

  it('are correct despite altered built-ins, a strict content security policy or Trusted Types', async () => {
    const results = [resultOf('/altered'), resultOf('/csp')];
    expect(results.map((result) => result?.outcome)).toEqual(['scanned', 'scanned']);
    expect(results.map((result) => listNodes(result))).toEqual([
      ['image-alt ["img"]'],
      ['image-alt ["img"]'],
    ]);
  });

  it('count the nodes above the limit instead of storing them', async () => {
    const [finding] = resultOf('/many')?.findings ?? [];
    expect(finding?.nodeCount).toBe(450);
    expect(finding?.nodes).toHaveLength(200);
  });

  it('have bounded, well-formed strings from hostile pages', async () => {
    const result = resultOf('/hostile');
    const text = JSON.stringify(result);
    expect(text.length).toBeLessThan(20_000);
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toContain('\\u0000');
    expect(result?.title).toHaveLength(500);
    expect(result?.title?.slice(0, 25)).toBe('\uFFFD <script>alert(1) xxxxxx');
    expect(result?.findings[0]?.nodeCount).toBe(2);
  });

  it('are the same each time on a page of timers and lazy content, after another page', () => {
    const lazy = together.filter(({ requestedUrl }) => requestedUrl.endsWith('/lazy'));
    expect(lazy).toHaveLength(2);
    for (const result of lazy) {
      expect(listNodes(result)).toEqual(['button-name ["button"]', 'image-alt ["img"]']);
      expect(result.settled).toBe(true);
      expect(result.findings).toEqual(lazy[0]?.findings);
    }
  });

  it('come from a browser state without cookies and storage of the previous page', () => {
    const results = together.filter(({ requestedUrl }) => requestedUrl.endsWith('/storage'));
    expect(results.map((result) => listNodes(result))).toEqual([[], []]);
  });

  it('come from a desktop window with reduced motion, after the animations have ended', async () => {
    expect(listNodes(resultOf('/motion'))).toEqual(['label ["input"]']);
  });
});
