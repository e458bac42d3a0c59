import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../cli/run.ts';
import { type IssueGroup, type Report, reportSchema } from '../../../core/reports/report.ts';
import { fakeHost } from '../../support/cli-host.ts';
import { serve } from '../scanner/harness.ts';

/** Pages with one header and one footer, as a template produces them. */
const page = (title: string, main: string) => `<!doctype html><html lang="en"><head><title>${title}</title>
  <style>.faint { color: #bbb; background: #fff } button { width: 30px; height: 30px }</style></head><body>
  <header><nav aria-label="Site"><a href="/"><img src="/header.svg"></a><a href="/news">News</a>
  <a href="/shop">Shop</a></nav></header>
  <main><h1>${title}</h1>${main}</main>
  <footer><p class="faint">Faint at the foot</p></footer></body></html>`;
const card = (name: string) =>
  `<li class="card"><article id="${name}"><h2>${name}</h2><a href="/shop"><img src="/badge.svg"></a></article></li>`;
const cards = (...names: string[]) => `<ul>${names.map(card).join('')}</ul>`;
const COMPONENT = `<x-rating></x-rating><div><p><x-rating></x-rating></p></div><script>
  for (const each of document.querySelectorAll('x-rating')) each.attachShadow({ mode: 'open' }).innerHTML =
    '<span><img src="/star.svg"></span>';</script>`;

const pages = {
  '/': page(
    'Home',
    `<img src="/logo.svg"><p class="faint">Faint in the text</p>${COMPONENT}
     <div role="toolbar" aria-label="Text"><button class="bold"></button><button class="italic"></button></div>
     <iframe title="Map" src="/map"></iframe>`,
  ),
  '/news': page(
    'News',
    `<ul><li><a href="/news/1">Opening <img src="/logo.svg"></a></li></ul>${cards('Fern', 'Ficus', 'Moss')}
     <section><p><img src="/line.svg"></p></section><section><p><img src="/line.svg"></p></section>
     <div><iframe title="Map" src="/map"></iframe></div>`,
  ),
  '/shop': page('Shop', `<p>Everything.</p>${cards('Cactus', 'Ivy')}<footer><button></button></footer>`),
  '/map':
    '<!doctype html><html lang="en"><title>Map</title><body><main><img src="/pin.svg"></main></body></html>',
};

let folder: string;
let site: Awaited<ReturnType<typeof serve>>;
let report: Report;
let files: Record<'html' | 'markdown', string>;
let text: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-groups-test-'));
  site = await serve(pages);
  const outputs = ['json=r.json', 'html=r.html', 'markdown=r.md'].flatMap((output) => ['--output', output]);
  await writeFile(join(folder, 'axe.json'), JSON.stringify({ config: { checks: 'axe' } }));
  const { host, stdout, stderr } = fakeHost({ env: {}, cwd: folder });
  const code = await run(
    ['local', site.url('/'), '--config', 'axe.json', '--max-pages', '3', ...outputs],
    host,
  );
  text = stdout() + stderr();
  expect(code, text).toBe(1);
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  report = reportSchema.parse(JSON.parse(await read('r.json')));
  files = { html: await read('r.html'), markdown: await read('r.md') };
});
afterAll(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the groups that contain an element with this markup, each as its visible facts. */
function findGroups(ruleId: string, markup: string) {
  const found = report.violations.flatMap(({ nodes }) => nodes).filter(({ html }) => html.includes(markup));
  const ids = new Set(found.map(({ issueGroup }) => issueGroup));
  return report.issueGroups
    .filter((group) => group.ruleId === ruleId && ids.has(group.id))
    .map(summarizeGroup);
}
function summarizeGroup({ oneFix, pages: onPages }: IssueGroup) {
  const path = (id: string) =>
    new URL(report.pages.find((each) => each.id === id)?.requestedUrl ?? '').pathname;
  return {
    oneFix,
    pages: Object.fromEntries(onPages.map(({ pageId, elements }) => [path(pageId), elements])),
  };
}

describe('a scan of three pages of one template', () => {
  it('scans the three pages', () => {
    expect(report.pages.map(({ outcome }) => outcome)).toEqual(['scanned', 'scanned', 'scanned']);
  });

  it.each<[string, string, string, ReturnType<typeof summarizeGroup>[]]>([
    [
      'one picture in two unrelated parts of pages is two groups',
      'image-alt',
      '/logo.svg',
      [
        { oneFix: null, pages: { '/': 1 } },
        { oneFix: null, pages: { '/news': 1 } },
      ],
    ],
    [
      'a picture of the header of every page is one group with one fix',
      'image-alt',
      '/header.svg',
      [{ oneFix: 'certain', pages: { '/': 1, '/news': 1, '/shop': 1 } }],
    ],
    [
      'a picture of each card of a list, in the content of two pages, is one group with probably one fix',
      'image-alt',
      '/badge.svg',
      [{ oneFix: 'probable', pages: { '/news': 3, '/shop': 2 } }],
    ],
    [
      'a picture in two sections of one page is one group with probably one fix',
      'image-alt',
      '/line.svg',
      [{ oneFix: 'probable', pages: { '/news': 2 } }],
    ],
    [
      'a picture of a component with a shadow root is one group with one fix',
      'image-alt',
      '/star.svg',
      [{ oneFix: 'certain', pages: { '/': 2 } }],
    ],
    [
      'a picture of a document that two pages frame is one group with one fix',
      'image-alt',
      '/pin.svg',
      [{ oneFix: 'certain', pages: { '/': 1, '/news': 1 } }],
    ],
    [
      'nameless buttons of a toolbar are probably one fix, and that of a footer is another',
      'button-name',
      '<button',
      [
        { oneFix: 'probable', pages: { '/': 2 } },
        { oneFix: null, pages: { '/shop': 1 } },
      ],
    ],
    [
      'equal colors in the text and in the footer of every page are two groups, with probably one fix',
      'color-contrast',
      'class="faint"',
      [
        { oneFix: 'probable', pages: { '/': 1, '/news': 1, '/shop': 1 } },
        { oneFix: null, pages: { '/': 1 } },
      ],
    ],
  ])('%s', (_, ruleId, markup, expected) => {
    const byPages = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
    expect(findGroups(ruleId, markup).sort(byPages)).toEqual(expected.toSorted(byPages));
  });

  it('reports in the terminal and in Markdown how certain one fix is, and on which pages', () => {
    expect(text).toMatch(
      /3 elements on 3 of 3 pages \(one fix\)\n\s+Page: .*\/\n\s+Also on: \/news, \/shop\n/,
    );
    expect(text).toContain('2 elements on one page (probably one fix)');
    expect(text).toMatch(/\n\s+1 element on one page\n/);
    expect(files.markdown).toContain('3 elements on 3 of 3 pages (one fix)');
    expect(files.markdown).toMatch(/Page: `http:[^`]*\/`, also on `\/news`, `\/shop`/);
    expect(files.markdown).toContain('(probably one fix)');
  });

  it('shows the elements of a group by page in HTML', () => {
    const of = (src: string) =>
      files.html.split('<article ').find((article) => article.includes(`src=&quot;/${src}&quot;`)) ?? '';
    const words = of('badge.svg')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(words).toContain('5 elements on 2 pages Probably one fix');
    expect(words).toMatch(/5 elements by page News \/news 3 elements .*Shop \/shop 2 elements /);
    expect(of('line.svg')).toContain('Probably one fix');
    expect(of('logo.svg')).not.toMatch(/one fix/i);
  });
});
