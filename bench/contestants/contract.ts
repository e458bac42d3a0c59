/** What a contestant is asked to do. */
export interface ContestantJob {
  /** `http://127.0.0.1:<port>` of the site. */
  origin: string;
  /** Paths of the pages, all different. */
  paths: string[];
  /** Pages at a time. */
  concurrency: number;
  /** The axe rules to run, and no others, for those who let one choose. */
  ruleIds: string[];
  /** Chromium for those who launch it by themselves: a script that sets its libraries and fonts. */
  chromium: string;
  /** A fresh folder for temporary files, removed by whoever gave it. */
  folder: string;
  /** The synthesized stack of the service, for those who run it. */
  assembly?: string;
}

/** One element that a rule named. */
export interface Finding {
  rule: string;
  kind: 'violation' | 'review';
  /** Where the element is, in the contestant's own words. */
  where: string;
  /** Its markup, at least its opening tag. */
  html: string;
}

/** What a contestant said about one page. */
export interface PageFindings {
  path: string;
  /** Why it was not scanned. */
  error?: string;
  findings: Finding[];
}

/** What a contestant tells its parent process, in this order. */
export type ContestantMessage =
  /** Loaded; the clock starts now. */
  | { event: 'begin' }
  /** All is done and every browser is closed; the clock stops. */
  | { event: 'end'; pages: PageFindings[] }
  | { event: 'failed'; message: string };

/**
 * Runs a contestant: takes the job from the parent process, does the work between the two marks, and ends.
 * @param prepare what does not count (a service that starts); returns the work
 */
export function contest(prepare: (job: ContestantJob) => Promise<Contest> | Contest): void {
  process.on('disconnect', () => process.exit(1));
  process.once('message', async (job: ContestantJob) => {
    try {
      const { work, leave } = await prepare(job);
      try {
        await tell({ event: 'begin' });
        await tell({ event: 'end', pages: await work() });
      } finally {
        await leave?.();
      }
      process.exit(0);
    } catch (error) {
      await tell({ event: 'failed', message: error instanceof Error ? (error.stack ?? '') : String(error) });
      process.exit(1);
    }
  });
}

/** The work of a contestant, and what is to be put away after it. */
export interface Contest {
  work: () => Promise<PageFindings[]>;
  leave?: () => Promise<void>;
}

function tell(message: ContestantMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

/** Does something for each item, so many at a time, in order of their turn. */
export async function eachOf<T, R>(items: readonly T[], atOnce: number, act: (item: T) => Promise<R>) {
  const results: R[] = [];
  let next = 0;
  const hand = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await act(items[at] as T);
  };
  await Promise.all(Array.from({ length: atOnce }, hand));
  return results;
}

/** Lets a page fail by itself. */
export async function pageOrError(path: string, read: () => Promise<Finding[]>): Promise<PageFindings> {
  try {
    return { path, findings: await read() };
  } catch (error) {
    return { path, findings: [], error: error instanceof Error ? error.message : String(error) };
  }
}
