import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DashboardFile, getContentType } from '../../../core/dashboard/dashboard-file.ts';
import { buildDashboard } from '../../../dashboard/build.ts';
import { listScripts } from '../../support/dashboard/scripts.ts';

/** Limits in bytes after gzip. */
const FIRST_LOAD_MAX = 45 * 1024;
const SCREEN_MAX = 15 * 1024;

let files: DashboardFile[];
beforeAll(async () => {
  files = await buildDashboard();
});

const sizeOf = (some: readonly DashboardFile[]) =>
  some.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);

describe('the sizes of the dashboard', () => {
  it('are at most 45 KB for the first load, and 15 KB for each further screen', () => {
    const { first, screens } = listScripts(files);
    const fixed = files.filter(({ path }) => path.endsWith('.css') || path === 'index.html');
    const firstLoad = sizeOf([...first, ...fixed]);
    const sizes = screens.map(({ name, scripts }) => [name, sizeOf(scripts)] as const);
    const lines = [['first load', firstLoad] as const, ...sizes].map(
      ([name, size]) => `${(size / 1024).toFixed(1).padStart(5)} KB  ${name}`,
    );
    console.log(['gzip, with scripts that screens share:', ...lines].join('\n'));
    expect(firstLoad).toBeLessThanOrEqual(FIRST_LOAD_MAX);
    expect(sizes.length).toBeGreaterThan(4);
    for (const [name, size] of sizes) expect(size, name).toBeLessThanOrEqual(SCREEN_MAX);
  });
});

describe('the files of the dashboard', () => {
  it('have names with a hash, except index.html, so that caches may store them for ever', () => {
    const hashed = /^assets\/[\w-]+-[A-Z0-9]{8}\.(js|css|svg)$/;
    expect(files.map(({ path }) => path).filter((path) => !hashed.test(path))).toEqual(['index.html']);
    for (const { path } of files) expect(getContentType(path)).not.toBe('');
  });

  it('are the same for the same sources', async () => {
    expect(await buildDashboard()).toEqual(files);
  });

  it('have no inline script, no inline style and no reference to another origin', () => {
    const html = Buffer.from(files.find(({ path }) => path === 'index.html')?.contents ?? []).toString();
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|https?:/i);
    for (const { path, contents } of files.filter(({ path }) => path.endsWith('.css'))) {
      expect(Buffer.from(contents).toString(), path).not.toMatch(/@import|url\(/);
    }
  });

  it('include both live regions and a text for browsers without script', () => {
    const html = Buffer.from(files.find(({ path }) => path === 'index.html')?.contents ?? []).toString();
    expect(html).toContain('role="status"');
    expect(html).toContain('role="alert"');
    expect(html).toMatch(/<noscript>.*needs JavaScript.*<\/noscript>/);
    expect(html).toContain('<html lang="en">');
  });
});
