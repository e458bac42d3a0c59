import { afterAll, beforeAll, expect, it } from 'vitest';
import { listNodes, page, type Site, scan, serve } from './harness.ts';

const SPACE = '<div style="height: 3000px"></div>';
const FAULT =
  '<img src="data:," width="40" height="40"><p id="pale" style="color: #bbb">Pale words about ferries</p>';
const FRAME = 'html, body { height: 100%; margin: 0; overflow: hidden }';

const pages = {
  // The content can be scrolled to.
  '/pane': page(
    `<div style="height: 100vh; overflow-y: auto">${SPACE}${FAULT}</div>`,
    `<style>${FRAME}</style>`,
  ),
  '/shell': page(
    `<div style="display: flex; flex-direction: column; height: 90vh; overflow: hidden"><p>Bar</p><div style="flex: 1; min-height: 0; overflow-y: scroll">${SPACE}${FAULT}</div></div>`,
    `<style>${FRAME}</style>`,
  ),
  '/fixed': page(
    `<div style="position: fixed; inset: 0; overflow: auto; background: #fff">${SPACE}${FAULT}</div>`,
  ),
  '/sideways': page(
    `<div style="width: 300px; overflow-x: auto; white-space: nowrap"><div style="display: inline-block; width: 2000px"></div><div style="display: inline-block">${FAULT}</div></div>`,
    '<style>main { overflow: hidden; width: 400px }</style>',
  ),
  // It cannot.
  '/cut': page(`<div style="height: 100px; overflow: hidden">${SPACE}${FAULT}</div>`),
  '/inner': page(
    `<div style="height: 80vh; overflow-y: auto">${SPACE}<div style="height: 40px; overflow: hidden">${SPACE}${FAULT}</div></div>`,
    `<style>${FRAME}</style>`,
  ),
  '/drawer': page(
    `<div style="position: relative; width: 500px; height: 300px; overflow: hidden"><div style="position: absolute; left: 600px; width: 200px; height: 200px; overflow-y: auto">${SPACE}${FAULT}</div></div>`,
  ),
  '/escaped': page(
    `<div style="overflow-y: auto; height: 200px">${SPACE}<div style="position: fixed; top: 5000px">${FAULT}</div></div>`,
  ),
};

let site: Site;
beforeAll(async () => {
  site = await serve(pages);
});
afterAll(() => site.close());

async function findPale(ruleIds: string[]): Promise<string[]> {
  const paths = Object.keys(pages);
  const { results } = await scan(
    paths.map((path) => site.url(path)),
    { ruleIds },
  );
  return paths.filter((path) =>
    listNodes(results.find(({ requestedUrl }) => requestedUrl === site.url(path))).includes(
      'color-contrast ["#pale"]',
    ),
  );
}

it('tests what users can scroll to, and not what is cut', async () => {
  expect(await findPale(['color-contrast', 'a11y-empty-paragraph'])).toEqual([
    '/pane',
    '/shell',
    '/fixed',
    '/sideways',
  ]);
});

it('sees what axe-core sees without checks of the service itself', async () => {
  expect(await findPale(['color-contrast'])).toEqual([]);
});
