import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { findSandboxFault } from '../../../scanner/sandbox/find-fault.ts';
import { page, type Scanned, type Site, scan, serve } from './harness.ts';
import { killBrowsers, listBrowsers } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox test-'));
const fault = await findSandboxFault(folder);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.runIf(fault === null)('a scan in the sandbox', () => {
  const workDir = join(folder, 'scans');
  let site: Site;
  let inside: Scanned;
  let outside: Scanned;

  beforeAll(async () => {
    const parts = `<img src="a.png"><p style="color: #aaa">Grey</p><input><iframe src="/frame"></iframe>
      <svg width="10" height="10"></svg><video src="/a.mp4"></video><a href="/two" style="outline: 0">Two</a>`;
    site = await serve({
      '/parts': page(
        parts,
        '<script>document.title = [screen.width, devicePixelRatio, innerWidth].join()</script>',
      ),
      '/frame': page('<button></button>'),
      '/fonts': page('<p id="text" style="font: 20px sans-serif">Text — Ωмега 漢字 🙂</p><img src="a.png">'),
      '/crash': () => killBrowsers(workDir, 'SIGSEGV'),
      '/busy': page('<script>while (true) {}</script>'),
      '/fills': page('<script>const kept = []; for (;;) kept.push(new Uint8Array(2e6).fill(1))</script>'),
    });
    const urls = ['/parts', '/fonts', '/crash', '/fills', '/parts', '/missing'].map(site.url);
    const scanIn = (sandbox: boolean) =>
      scan(urls, {
        workDir,
        sandbox,
        memoryMb: 600,
        ruleIds: everyRule,
        settings: { screenshots: 'all' },
      });
    inside = await scanIn(true);
    outside = await scanIn(false);
  }, 180_000);
  afterAll(() => site.close());

  it('finds the same as without', () => {
    expect(inside.results.map(describeResult)).toEqual(outside.results.map(describeResult));
    expect([...inside.pictures.keys()].sort()).toEqual([...outside.pictures.keys()].sort());
    expect(inside.results.map(({ outcome }) => outcome)).toEqual([
      'scanned',
      'scanned',
      'crashed',
      'too-large',
      'scanned',
      'http-error',
    ]);
  });

  it('leaves no process or file', () => {
    expect(listBrowsers(workDir)).toEqual([]);
    expect(readdirSync(workDir)).toEqual([]);
  });
});

const everyRule = [
  'image-alt',
  'button-name',
  'color-contrast',
  'label',
  'a11y-focus-visible',
  'a11y-reflow',
];

/** Returns what a scan says about a page, without what differs between two scans of it. */
function describeResult({ startedAt: _, durationMs: _duration, ...rest }: PageResult) {
  return rest;
}
