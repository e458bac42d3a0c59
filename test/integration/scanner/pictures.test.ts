import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packKnownFingerprints } from '../../../core/findings/known-fingerprints.ts';
import { PICTURE_ID, pictureSchema } from '../../../core/findings/picture.ts';
import type { FindingNode, PageResult } from '../../../core/scans/page-result.ts';
import { pictureLimits } from '../../../scanner/pictures/limits.ts';
import { openDecoder, type Pixels } from './decoder.ts';
import { page, type Scanned, type Site, scan, serve } from './harness.ts';

/** Hidden content is drawn in red, and nothing else is. */
const isRed = (red: number, green: number, blue: number) => red > 120 && green < 90 && blue < 90;
const isBlue = (red: number, green: number, blue: number) => blue > 150 && red < 90 && green < 90;
const isMask = (red: number, green: number, blue: number) =>
  Math.max(red, green, blue) - Math.min(red, green, blue) < 12 && red > 100 && red < 150;

const RED = 'color: #f00 !important; font-size: 30px;';
/** Styles that try to make typed text visible. */
const HOSTILE_STYLE = `<style>
  @layer first { input, textarea, .secret { opacity: 1 !important; filter: none !important; } }
  * { transition: all 99s !important; }
  input, textarea, select, [contenteditable], [role=textbox], .secret, .secret * {
    ${RED} filter: none !important; background: #ff0 !important; clip-path: none !important;
    -webkit-text-fill-color: #f00; animation: shown 1s infinite;
  }
  ::placeholder { color: #f00 !important; opacity: 1; }
  @keyframes shown { from { opacity: 1; filter: none; } to { opacity: 1; filter: none; } }
</style>`;
const BLUE_BUTTON =
  '<button style="width: 60px; height: 40px; background: #00f; border: 0; padding: 0"></button>';

/** Each is shown in a picture of a button beside it. */
const kept = [
  '<input value="typed"> <input placeholder="held out">',
  '<input type="password" value="secret"> <input type="submit" value="button">',
  '<textarea>typed</textarea> <select><option>chosen</option></select>',
  '<div contenteditable style="width: 99px">written <b style="position: absolute; left: 150px">beside</b></div>',
  '<span contenteditable>written in a line</span> <span role="textbox">a textbox</span>',
  '<div id="open"></div>',
  '<div id="closed"></div>',
  '<p class="secret">a block</p>',
  'in a <span class="secret">line</span> of text',
  '<div style="display: contents" class="secret">without a box</div>',
  '<svg width="200" height="40"><text class="secret" y="30" style="fill: #f00">drawn</text></svg>',
  '<table><tr class="secret"><td>cell<td>cell</table>',
  `<div class="secret"><div popover id="above" style="${RED} inset: auto auto 0 150px">above</div></div>`,
];
const secrets = `${HOSTILE_STYLE}
  ${kept.map((each) => `<div>${BLUE_BUTTON} ${each}</div>`).join('')}
  <script>
    for (const mode of ['open', 'closed']) {
      document.getElementById(mode).attachShadow({ mode }).innerHTML =
        '<style>* { ${RED} } input { filter: none !important }</style><input value="inside"><i class="secret">i</i>';
    }
    above.showPopover();
    new MutationObserver((changes) => {
      for (const { target } of changes) target.removeAttribute('style');
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['style'] });
  </script>`;

/** Techniques of pages against masking. */
const RESTLESS = `<p id="counter"></p><script>
  const draw = () => { counter.textContent = performance.now(); requestAnimationFrame(draw); };
  draw();
  setTimeout(() => {
    addEventListener('scroll', () => { alert('seen'); location = '/plain'; }, true);
    new MutationObserver(() => { location = '/plain'; }).observe(document, { attributes: true, subtree: true });
  }, 3000);
</script><style>@keyframes turn { to { rotate: 1turn; } } .turns { animation: turn .7s infinite linear; }</style>
<div class="turns" style="width: 90px; height: 9px; background: #0a0"></div>`;

let site: Site;
let other: Site;
let decoder: Awaited<ReturnType<typeof openDecoder>>;

beforeAll(async () => {
  decoder = await openDecoder();
  other = await serve({
    '/inner': page(`<div style="height: 700px"></div>${BLUE_BUTTON}<input value="x" style="${RED}">`),
  });
  const header = `<header style="background: #eee; height: 300px">${BLUE_BUTTON} A shop</header>`;
  site = await serve({
    '/plain': page(`<img src="a.png" alt=""><p style="${RED}">to be seen</p>${BLUE_BUTTON}`),
    '/secrets': page(secrets),
    '/framed': page(
      `<iframe title="other" src="${other.url('/inner')}" style="border: 7px solid; padding: 5px; scale: .8"></iframe>
       <iframe title="same" src="/inner"></iframe>`,
    ),
    '/inner': page(`<div style="height: 300px"></div>${BLUE_BUTTON}<b class="secret" style="${RED}">x</b>`),
    '/positions': page(
      `<div style="height: 3000px"></div><div id="below">${BLUE_BUTTON}</div>
       <div style="height: 90px; width: 200px; overflow: auto"><div style="height: 500px"></div>${BLUE_BUTTON}</div>
       <div id="host" style="margin-top: 50px"></div>
       <script>host.attachShadow({ mode: 'open' }).innerHTML = '${BLUE_BUTTON}';</script>`,
    ),
    '/unseen': page(
      `<button style="position: absolute; left: -9999px">${''}</button>
       <button style="position: absolute; width: 1px; height: 1px; overflow: hidden; padding: 0; border: 0"></button>`,
    ),
    '/defiant': page(
      `<div class="secret" id="host">${BLUE_BUTTON}</div>${BLUE_BUTTON}
       <script>host.attachShadow({ mode: 'open' }).innerHTML =
         '<style>:host { filter: none !important; clip-path: none !important }</style><slot></slot>';</script>`,
    ),
    '/one': `<!doctype html><title>One</title>${header}<p>One page</p>`,
    '/two': `<!doctype html><title>Two</title>${header}<p>Another page, with more text</p>`,
    '/restless': page(`${RESTLESS}<div style="height: 4000px"></div>${BLUE_BUTTON}`),
    '/many': page(
      Array.from(
        { length: 30 },
        (_, index) => `<p><button style="width: ${200 + index}px; height: 150px"></button></p>`,
      ).join('') +
        `<canvas id="noise" width="1280" height="9000" style="position: absolute; top: 0; left: 0; z-index: 1; pointer-events: none"></canvas>
        <script>
          const drawing = noise.getContext('2d');
          const image = drawing.createImageData(1280, 9000);
          let seed = 1;
          for (let at = 0; at < image.data.length; at += 1) {
            seed = (seed * 1103515245 + 12345) & 0x7fffffff;
            image.data[at] = at % 4 === 3 ? 255 : seed >> 16;
          }
          drawing.putImageData(image, 0, 0);
        </script>`,
    ),
    '/echo': ({ headers }, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(
        page(`<p><b style="${RED}">Your token: ${headers['x-token']}</b></p>${BLUE_BUTTON}<p>Other text</p>`),
      );
    },
  });
});
afterAll(async () => {
  await Promise.all([site?.close(), other?.close(), decoder?.close()]);
});

const nodes = (result: PageResult | undefined): FindingNode[] =>
  result?.findings.flatMap((finding) => finding.nodes) ?? [];

async function pixelsOf({ pictures }: Scanned, node: FindingNode): Promise<Pixels> {
  const { id } = node.picture ?? expect.unreachable(`no picture of ${node.target}`);
  return decoder.decode(pictures.get(id) ?? expect.unreachable(`${id} was not handed over`));
}

/** Returns a result without the members that differ from scan to scan. */
function comparable(result: PageResult | undefined) {
  const { startedAt: _, durationMs: __, ...rest } = result ?? expect.unreachable();
  return rest;
}

/** Results of the pages that most tests use: of the scan without redaction, and of the scan with it. */
const shown = ['/positions', '/framed', '/plain', '/echo', '/one', '/two', '/restless', '/many'];
/** Pages without scripts, whose results do not differ from scan to scan. */
const still = ['/framed', '/unseen'];
const redacting = [...still, '/secrets', '/restless', '/defiant'];
let open: Scanned;
let redacted: Scanned;

const settings = { screenshots: 'all' } as const;
const redactSelectors = ['.secret'];
const ruleIds = ['button-name'];
const urlsOf = (paths: string[]) => paths.map((path) => site.url(path));
const nodesAt = ({ results }: Scanned, path: string) =>
  nodes(results.find(({ requestedUrl }) => requestedUrl === site.url(path)));
/** Pictures of a page that the scanner handed to its caller, by id. */
const picturesAt = (scanned: Scanned, path: string) => {
  const ids = new Set(nodesAt(scanned, path).flatMap(({ picture }) => picture?.id ?? []));
  return new Map([...ids].map((id) => [id, scanned.pictures.get(id) ?? expect.unreachable(id)]));
};

beforeAll(async () => {
  open = await scan(urlsOf(shown), { ruleIds, settings });
  redacted = await scan(urlsOf(redacting), { settings: { ...settings, redactSelectors } });
}, 300_000);

describe('pictures of findings', () => {
  it('show the element, wherever it is, at the position that they name', async () => {
    const found = ['/positions', '/framed', '/plain'].flatMap((path) => nodesAt(open, path));
    expect(found).toHaveLength(6);
    for (const node of found) {
      const picture = pictureSchema.parse(node.picture);
      const pixels = await pixelsOf(open, node);
      const { x, y, width, height } = picture.element;
      expect([pixels.width, pixels.height], String(node.target)).toEqual([picture.width, picture.height]);
      const blueAt = (across: number, down: number) =>
        isBlue(...pixels.at(Math.floor(x + across * width), Math.floor(y + down * height)));
      const inside = [blueAt(0.1, 0.1), blueAt(0.5, 0.5), blueAt(0.9, 0.9)];
      const outside = [blueAt(-0.1, 0.5), blueAt(1.1, 0.5), blueAt(0.5, -0.1), blueAt(0.5, 1.1)];
      expect(inside, `${node.target} ${JSON.stringify(picture)}`).toEqual([true, true, true]);
      expect(outside, `${node.target} ${JSON.stringify(picture)}`).toEqual([false, false, false, false]);
    }
    // Red is visible without masking, except text that was typed into the frame of another origin.
    const seen = await Promise.all(found.map(async (node) => (await pixelsOf(open, node)).count(isRed) > 0));
    expect(seen.filter(Boolean)).toHaveLength(2);
  });

  it('show nothing that is typed, and nothing that the scan redacts, against any technique of the page', async () => {
    const buttons = redacted.results
      .find(({ requestedUrl }) => requestedUrl === site.url('/secrets'))
      ?.findings.find(({ ruleId }) => ruleId === 'button-name')?.nodes;
    expect(buttons?.filter(({ picture }) => picture !== null)).toHaveLength(kept.length);
    // The caller got no other picture.
    const ids = redacted.results
      .flatMap(nodes)
      .flatMap(({ picture }) => (picture === null ? [] : [picture.id]));
    expect([...redacted.pictures.keys()].sort()).toEqual([...new Set(ids)].sort());
    let masked = 0;
    const ofSecrets = picturesAt(redacted, '/secrets');
    for (const [id, bytes] of redacted.pictures) {
      const pixels = await decoder.decode(bytes);
      expect(pixels.count(isRed), id).toBe(0);
      if (ofSecrets.has(id)) masked += pixels.count(isMask);
    }
    expect(masked).toBeGreaterThan(kept.length * 1_000);
  });

  it('are not taken if something cannot be masked', async () => {
    const misunderstood = await scan([site.url('/plain')], {
      ruleIds,
      settings: { ...settings, redactSelectors: [':no-such-thing'] },
    });
    for (const [scanned, path] of [
      [redacted, '/defiant'],
      [misunderstood, '/plain'],
    ] as const) {
      const result = scanned.results.find(({ requestedUrl }) => requestedUrl === site.url(path));
      expect(result?.outcome).toBe('scanned');
      expect(nodes(result).length).toBeGreaterThan(0);
      expect(nodes(result).filter(({ picture }) => picture !== null)).toEqual([]);
    }
    expect(misunderstood.pictures.size).toBe(0);
  });

  it('show no text that repeats the credentials of the scan', async () => {
    const origin = new URL(site.url('/')).origin;
    const credentials = { origin, headers: { 'X-Token': 's3cret-of-the-site' }, cookies: [], basic: null };
    const signedIn = await scan([site.url('/echo')], { ruleIds, settings, credentials });
    const reds = await Promise.all(
      [signedIn, open].map(async (scanned) => {
        const [node = expect.unreachable()] = nodesAt(scanned, '/echo');
        return (await pixelsOf(scanned, node)).count(isRed);
      }),
    );
    expect(reds[0]).toBe(0);
    expect(reds[1]).toBeGreaterThan(50);
  });

  it('are equal for equal elements, on another page and in another scan', async () => {
    const again = await scan(urlsOf(['/one', '/restless']), { ruleIds, settings });
    const idsOf = (scanned: Scanned, paths: string[]) =>
      paths.map((path) => nodesAt(scanned, path).map(({ picture }) => picture?.id));
    for (const { results, pictures } of [open, again]) {
      expect(results.map(({ outcome }) => outcome)).toEqual(results.map(() => 'scanned'));
      const ids = results.flatMap(nodes).flatMap(({ picture }) => picture?.id ?? []);
      expect([...pictures.keys()].sort()).toEqual([...new Set(ids)].sort());
    }
    const [one, other] = idsOf(again, ['/one', '/restless']);
    expect(one).toEqual([expect.stringMatching(PICTURE_ID)]);
    expect(other).toEqual([expect.stringMatching(PICTURE_ID)]);
    expect(idsOf(open, ['/one', '/two', '/restless'])).toEqual([one, one, other]);
  });

  it('change nothing else of a result', async () => {
    const scanStill = (screenshots: 'all' | 'none') =>
      scan(urlsOf(still), { settings: { screenshots, redactSelectors } });
    let pictured = redacted.results.slice(0, still.length);
    let none = await scanStill('none');
    expect(redacted.pictures.size).toBeGreaterThan(3);
    expect(none.pictures.size).toBe(0);
    const isSettled = (results: PageResult[]) => results.every(({ settled }) => settled === true);
    // On a very busy machine, a page may not settle in time. A fault of the pictures prevents it each time.
    for (let again = 0; again < 2 && !isSettled([...pictured, ...none.results]); again += 1) {
      pictured = (await scanStill('all')).results;
      none = await scanStill('none');
    }
    const withoutPictures = (result: PageResult) => ({
      ...comparable(result),
      findings: result.findings.map((finding) => ({
        ...finding,
        nodes: finding.nodes.map((node) => ({ ...node, picture: null })),
      })),
    });
    expect(pictured.map(withoutPictures)).toEqual(none.results.map(comparable));
    for (const { requestedUrl, settled, incomplete } of pictured)
      expect([requestedUrl, settled, incomplete]).toEqual([requestedUrl, true, false]);
  });

  it('are taken of findings that the baseline lacks, and not of invisible elements', async () => {
    const first = await scan([site.url('/positions'), site.url('/unseen')], {
      ruleIds,
      settings: { screenshots: 'new' },
    });
    const [firstNodes, unseen] = first.results.map(nodes);
    expect(firstNodes?.map(({ picture }) => picture !== null)).toEqual([true, true, true]);
    expect(unseen?.map(({ picture }) => picture)).toEqual([null, null]);
    const known = packKnownFingerprints(
      (firstNodes ?? []).map(({ identity }) => identity?.fingerprint ?? ''),
    );
    const again = await scan([site.url('/positions')], { settings: { screenshots: 'new' }, known });
    expect(again.pictures.size).toBe(0);
  });

  it('are bounded in number and bytes', () => {
    const pictured = nodesAt(open, '/many').filter(({ picture }) => picture !== null);
    expect(nodesAt(open, '/many')).toHaveLength(30);
    expect(pictured.length).toBeGreaterThan(0);
    expect(pictured.length).toBeLessThanOrEqual(pictureLimits.perPage);
    const sizes = [...picturesAt(open, '/many').values()].map(({ length }) => length);
    for (const size of sizes) expect(size).toBeLessThanOrEqual(pictureLimits.bytesEach);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeLessThanOrEqual(pictureLimits.bytesPerPage);
    expect(total).toBeGreaterThan(pictureLimits.bytesPerPage / 10);
  });
});
