import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report, ReportNode } from '../../core/reports/report.ts';
import { SCRIPT } from '../../formats/html/script.ts';
import { showDemoScan } from '../../local/demo/show.ts';
import { renderSummaryLines } from '../../local/demo/summary.ts';
import { admin } from '../integration/admin/support/admin-cli.ts';
import { ACTIVE_CHARACTER, type hostilePaths, serveHostileSite } from '../support/hostile-site.ts';
import { sharedService, type TestKey, type TestService } from '../support/service.ts';
import { watchedBrowser } from '../support/watched-browser.ts';
import { createHostileAccount, listTexts, readLogs } from './hostile-strings/hostile-account.ts';

const nothing = { requests: [], dialogs: [], console: [], windows: 0 };

let service: TestService;
let hostile: Awaited<ReturnType<typeof serveHostileSite>>;
let browser: Awaited<ReturnType<typeof watchedBrowser>>;
let texts: Record<string, string>;
let key: TestKey;
let siteName: string;
let siteId: string;

beforeAll(async () => {
  [service, hostile, browser] = await Promise.all([sharedService(), serveHostileSite(), watchedBrowser()]);
  ({ texts, key, siteName, siteId } = await createHostileAccount(service, hostile));
});
afterAll(async () => {
  await hostile?.stop();
  await browser?.stop();
});

describe('a scan of a site that is hostile in every text', () => {
  const printed: string[] = [];
  let report: Report;
  let json: string;
  let html: string;

  const on = (path: keyof typeof hostilePaths) =>
    report.pages.find(({ requestedUrl }) => new URL(requestedUrl).pathname.startsWith(`/${path}`));
  const nodesOf = (ruleId: string, path: keyof typeof hostilePaths): ReportNode[] =>
    [...report.violations, ...report.needsReview]
      .filter((issue) => issue.ruleId === ruleId)
      .flatMap(({ nodes }) => nodes)
      .filter(({ pageId }) => pageId === on(path)?.id);

  beforeAll(async () => {
    const access = {
      baseUrl: service.runtime.baseUrl,
      apiKey: key.value,
      siteId,
      demoSiteUrl: hostile.origin,
      dashboardUrl: service.runtime.dashboardUrl,
      signInEmail: '',
      mailsUrl: '',
    };
    const { signal } = new AbortController();
    await showDemoScan(access, service.runtime.data, (line) => printed.push(...line.split('\n')), signal);
    const { json: scans } = await key.client.call('GET', `/sites/${siteId}/scans`);
    const path = `/scans/${scans.items[0].id}/report`;
    ({ json: report, text: json } = await key.client.call<Report>('GET', path));
    ({ text: html } = await key.client.call('GET', `${path}?format=html`));
  });

  it('completes, and every page has the correct outcome', () => {
    expect(report.scan).toMatchObject({ status: 'completed', incomplete: false });
    expect(on('everywhere')).toMatchObject({ outcome: 'scanned', detail: expect.stringMatching(/\S/) });
    expect(on('large')).toMatchObject({ outcome: 'scanned' });
    expect(on('status')).toMatchObject({ outcome: 'http-error', httpStatus: 503 });
    expect(on('type')?.outcome).toBe('not-html');
    expect(on('redirect')).toMatchObject({ outcome: 'http-error', httpStatus: 503 });
    expect(hostile.lured(), 'the scanner executes no text').toEqual([]);
  });

  it('keeps every element and every text, and shows what it truncates', () => {
    const count = Object.keys(texts).length;
    expect(nodesOf('image-alt', 'everywhere')).toHaveLength(4 * count + 4);
    expect(nodesOf('link-name', 'everywhere')).toHaveLength(2 * count);
    expect(nodesOf('label', 'everywhere')).toHaveLength(count);
    for (const [name, text] of Object.entries(texts)) {
      const snippets = nodesOf('image-alt', 'everywhere').map((node) => node.html);
      const kept = text.toWellFormed().replaceAll('\0', '\ufffd');
      const written = kept.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      const escaped = written.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      const found = snippets.filter((snippet) => snippet.includes(`data-text="${escaped}"`));
      expect(found, `${name} in ${JSON.stringify(snippets)}`).toHaveLength(1);
    }
    for (const node of [...report.violations, ...report.needsReview].flatMap(({ nodes }) => nodes)) {
      for (const text of listTexts([node.target, node.html, node.fix])) {
        expect(text.length).toBeLessThanOrEqual(2_000);
        if (text.includes('LLLL')) expect(text).toMatch(/…|\.\.\./);
      }
    }
    expect(on('large')?.title).toMatch(/^L+…$/);
  });

  it('has a JSON report of bounded size and well-formed Unicode, for any page content', () => {
    expect(Buffer.byteLength(json)).toBeLessThan(2 * 1024 * 1024);
    expect(Buffer.byteLength(html)).toBeLessThan(8_000_000);
    for (const text of listTexts([report.pages, report.violations, report.needsReview])) {
      expect(text.isWellFormed() && !text.includes('\0')).toBe(true);
    }
    expect(report.site.name).toBe(siteName);
    expect(on('everywhere')?.title).toContain(texts.script);
  });

  it('has an HTML report without active content, by its characters and by its elements', async () => {
    expect(html.match(ACTIVE_CHARACTER)).toBeNull();
    const { doings, seen } = await browser.open(html, (page) =>
      page.evaluate(`({
        elements: [...new Set([...document.querySelectorAll('*')].map(({ localName }) => localName))],
        attributes: [...new Set([...document.querySelectorAll('*')].flatMap((each) => each.getAttributeNames()))],
        addresses: [...document.querySelectorAll('[href]')].map((each) => each.getAttribute('href')),
        sources: [...document.querySelectorAll('[src]')].map((each) => each.getAttribute('src')),
        scripts: [...document.scripts].map((each) => each.textContent),
        fields: [...document.querySelectorAll('input')].map(({ id }) => id),
        text: document.body.textContent,
      })`),
    );
    const lists = ['elements', 'attributes', 'addresses', 'sources', 'scripts', 'fields'] as const;
    const found = seen as Record<(typeof lists)[number], string[]> & { text: string };
    expect({ ...doings, requests: doings.requests.filter((url) => !url.startsWith('data:')) }).toEqual(
      nothing,
    );
    for (const name of ['iframe', 'object', 'embed', 'base', 'form', 'link'])
      expect(found.elements).not.toContain(name);
    expect(found.scripts, 'the one script is its own').toEqual([SCRIPT]);
    expect(found.fields, 'the one field is its own').toEqual(['filter-text']);
    expect(found.attributes.filter((name) => /^on|^style$|^srcset/.test(name))).toEqual([]);
    for (const address of found.addresses) expect(address).toMatch(/^(?:https?:\/\/|#)/);
    for (const source of found.sources) expect(source).toMatch(/^data:image\/webp;base64,[\w+/]+=*$/);
    expect(found.text, 'the text is named, not obeyed').toContain('invoice[U+202E]gnp.exe[U+202C]');
    expect(found.text).toContain('esc[U+001B][2J');
    expect(browser.connections()).toBe(0);
  });

  it('has an HTML report that does nothing even without its Content Security Policy', async () => {
    const bare = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
    expect(bare.length).toBeLessThan(html.length);
    const { doings } = await browser.open(bare, (page) =>
      page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`),
    );
    expect({ ...doings, requests: doings.requests.filter((url) => !url.startsWith('data:')) }).toEqual(
      nothing,
    );
    expect(browser.connections()).toBe(0);
    expect(hostile.lured()).toEqual([]);
  });

  it('is summarized in the terminal in short lines of plain text', () => {
    expect(printed.join('\n')).toContain('Worst rules');
    const each = [...report.violations, ...report.needsReview].flatMap((issue) =>
      issue.nodes.flatMap((node) => renderSummaryLines({ violations: [{ ...issue, nodes: [node] }] })),
    );
    for (const line of [...printed, ...each]) {
      expect(line.match(ACTIVE_CHARACTER), JSON.stringify(line)).toBeNull();
      expect(line).not.toContain('\n');
    }
    for (const line of each) expect(line.length).toBeLessThan(220);
  });

  it('hides no part of a snippet in the terminal behind an escape sequence', () => {
    const [node] = nodesOf('image-alt', 'everywhere').filter(({ html }) =>
      html.includes('data-key="unfinished"'),
    );
    const lines = renderSummaryLines({ violations: [{ ruleId: 'image-alt', nodes: node ? [node] : [] }] });
    expect(lines.join('\n')).toMatch(/data-text="before\[U\+001B\]\]8;;.*…$/m);
  });
});

describe('the browser watcher', () => {
  it('reports a document that does what the reports must not do', async () => {
    const { doings } = await browser.open(
      `<!doctype html><title>x</title>${texts.script}${texts.image}`,
      async () => undefined,
    );
    expect(doings.dialogs).toContain('1');
    expect(doings.requests.some((url) => url.startsWith(hostile.lure))).toBe(true);
    expect(browser.connections()).toBeGreaterThan(0);
  });
});

describe('the administration commands', () => {
  const run = (...args: string[]) => admin([...args, '--data', service.runtime.data.path]);

  it.each([
    ['site', 'list'],
    ['key', 'list'],
    ['audit', ''],
  ])('%s %s: shows hostile names as plain text, one line each', async (noun, verb) => {
    const command = [noun, ...(verb ? [verb] : []), '--account', key.record.accountId];
    const { code, out, err } = await run(...command);
    expect([code, err]).toEqual([0, '']);
    expect(out.match(ACTIVE_CHARACTER)).toBeNull();
    expect(out).toContain('invoice[U+202E]gnp.exe');
    const asJson = await run(...command, '--json');
    expect(asJson.out.match(ACTIVE_CHARACTER)).toBeNull();
    expect(listTexts(JSON.parse(asJson.out)).some((text) => text.includes(siteName))).toBe(true);
  });

  it('repeats a wrong argument without its control characters', async () => {
    for (const text of [texts.escapes, texts.direction, texts.unseen] as string[]) {
      for (const args of [[text], ['site', text], ['site', 'list', '--account', text], [`--${text}`]]) {
        const { code, out, err } = await run(...args.map((arg) => arg.replaceAll('\0', '')));
        expect(code).not.toBe(0);
        expect((out + err).match(ACTIVE_CHARACTER), JSON.stringify(err)).toBeNull();
      }
    }
  });
});

describe('the logs', () => {
  it('have complete lines without active characters, in JSON if the service wrote them', async () => {
    const all = await readLogs(service);
    expect(all.map(({ name }) => name).join(' ')).toMatch(/Authorize.*ScanPages/);
    for (const { name, text } of all) {
      const found = ACTIVE_CHARACTER.exec(text);
      expect(
        found && `${name}: ${JSON.stringify(text.slice(Math.max(0, found.index - 100), found.index + 20))}`,
      ).toBe(null);
      for (const line of text.split('\n').filter((each) => each.startsWith('{"'))) JSON.parse(line);
      expect(text).not.toContain(key.value);
    }
  });
});
