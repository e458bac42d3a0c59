import { type DashboardFile, PAGE } from '../core/dashboard/dashboard-file.ts';
import type { Log } from './log.ts';

/** The dependencies of `publishDashboard`. */
export interface DashboardPublisher {
  /** Returns the files of the version to publish. */
  readFiles(): Promise<DashboardFile[]>;
  writeFile(file: DashboardFile): Promise<void>;
  /** Yields the paths of the published files, of every version. */
  listPaths(): AsyncIterable<string[]>;
  /**
   * Tags a file of an earlier version, so that it is deleted some weeks later.
   * @returns false if it was tagged before: its time does not begin again
   */
  tagReplaced(path: string): Promise<boolean>;
  log: Log;
}

/**
 * Publishes a version of the dashboard. The page is written after all files that it names, and only then are the files
 * of earlier versions tagged. A repeated run ends with the same files.
 * @throws Error if the version has no page
 */
export async function publishDashboard(publisher: DashboardPublisher): Promise<void> {
  const files = await publisher.readFiles();
  const page = files.find(({ path }) => path === PAGE);
  if (page === undefined) throw new Error(`the dashboard has no ${PAGE}`);
  await Promise.all(files.filter((file) => file !== page).map((file) => publisher.writeFile(file)));
  await publisher.writeFile(page);

  const current = new Set(files.map(({ path }) => path));
  let replaced = 0;
  for await (const paths of publisher.listPaths()) {
    for (const path of paths) {
      if (!current.has(path) && (await publisher.tagReplaced(path))) replaced += 1;
    }
  }
  publisher.log.info('published the dashboard', { files: files.length, replaced });
}
