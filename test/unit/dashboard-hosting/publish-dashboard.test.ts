import { describe, expect, it } from 'vitest';
import { getCacheControl, getContentType } from '../../../core/dashboard/dashboard-file.ts';
import { type DashboardPublisher, publishDashboard } from '../../../use-cases/publish-dashboard.ts';

/** A bucket in memory: the tagged paths have the value `true`. */
function publisherOf(
  stored: Map<string, boolean>,
  files: string[],
): DashboardPublisher & { steps: string[] } {
  const steps: string[] = [];
  const ignore = () => undefined;
  return {
    steps,
    log: { info: ignore, warn: ignore, error: ignore },
    readFiles: async () => files.map((path) => ({ path, contents: Buffer.from(path) })),
    async writeFile({ path }) {
      steps.push(`write ${path}`);
      stored.set(path, false);
    },
    async *listPaths() {
      yield [...stored.keys()];
    },
    async tagReplaced(path) {
      if (stored.get(path)) return false;
      steps.push(`tag ${path}`);
      stored.set(path, true);
      return true;
    },
  };
}

describe('publishing the dashboard', () => {
  it('writes the page after the files that it names, and then tags files of earlier versions', async () => {
    const stored = new Map([
      ['assets/main-1.js', false],
      ['index.html', false],
    ]);
    const publisher = publisherOf(stored, ['index.html', 'assets/main-2.js', 'assets/main-2.css']);
    await publishDashboard(publisher);
    expect(publisher.steps).toEqual([
      'write assets/main-2.js',
      'write assets/main-2.css',
      'write index.html',
      'tag assets/main-1.js',
    ]);
  });

  it('does not tag a file again, because its time would begin again', async () => {
    const stored = new Map([['assets/main-1.js', true]]);
    const publisher = publisherOf(stored, ['index.html']);
    await publishDashboard(publisher);
    expect(publisher.steps).toEqual(['write index.html']);
  });

  it('removes the tag of a file that is current again, as after a rollback', async () => {
    const stored = new Map([['assets/main-1.js', true]]);
    await publishDashboard(publisherOf(stored, ['index.html', 'assets/main-1.js']));
    expect(stored.get('assets/main-1.js')).toBe(false);
  });

  it('fails without a page, before it writes anything', async () => {
    const publisher = publisherOf(new Map(), ['assets/main-1.js']);
    await expect(publishDashboard(publisher)).rejects.toThrow('the dashboard has no index.html');
    expect(publisher.steps).toEqual([]);
  });

  it('lets browsers keep hashed files for a year, ask about other files, and never store the page', () => {
    expect(getCacheControl('assets/main-K3QJ2FZB.js')).toBe('public, max-age=31536000, immutable');
    expect(getCacheControl('robots.txt')).toBe('no-cache');
    expect(getCacheControl('index.html')).toBe('no-store');
  });

  it('has a content type for each file, and refuses unknown ones', () => {
    expect(getContentType('index.html')).toBe('text/html; charset=utf-8');
    expect(getContentType('assets/main-K3QJ2FZB.js')).toBe('text/javascript; charset=utf-8');
    expect(() => getContentType('assets/main.exe')).toThrow('no content type for assets/main.exe');
  });
});
