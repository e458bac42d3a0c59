/** The job of a contestant. */
export interface ContestantJob {
  /** `http://127.0.0.1:<port>` of the site. */
  origin: string;
  /** Paths of the pages, all different. */
  paths: string[];
  /** Pages at a time. */
  concurrency: number;
  /** The only axe rules to run, for contestants that let the user choose. */
  ruleIds: string[];
  /** Chromium for contestants that launch it themselves: a script that sets its libraries and fonts. */
  chromium: string;
  /** An empty folder for temporary files. The caller removes it. */
  folder: string;
  /** The synthesized stack of the service, for the contestant that runs it. */
  assembly?: string;
}

/** One element that violates a rule. */
export interface Finding {
  rule: string;
  kind: 'violation' | 'review';
  /** Location of the element, in the contestant's own notation. */
  where: string;
  /** Its markup, at least its opening tag. */
  html: string;
}

/** Findings of a contestant on one page. */
export interface PageFindings {
  path: string;
  /** Why the page was not scanned. */
  error?: string;
  findings: Finding[];
}

/** Messages of a contestant to its parent process, in this order. */
export type ContestantMessage =
  /** The contestant is loaded. The measurement starts. */
  | { event: 'begin' }
  /** All pages are done and every browser is closed. The measurement ends. */
  | { event: 'end'; pages: PageFindings[] }
  | { event: 'failed'; message: string };

/**
 * Runs a contestant: receives the job from the parent process, does the work between the messages `begin` and `end`,
 * and exits.
 * @param prepare steps that are not measured, such as the start of a service; returns the work
 */
export function runContestant(prepare: (job: ContestantJob) => Promise<Contest> | Contest): void {
  process.on('disconnect', () => process.exit(1));
  process.once('message', async (job: ContestantJob) => {
    try {
      const { work, cleanUp: leave } = await prepare(job);
      try {
        await send({ event: 'begin' });
        await send({ event: 'end', pages: await work() });
      } finally {
        await leave?.();
      }
      process.exit(0);
    } catch (error) {
      await send({ event: 'failed', message: error instanceof Error ? (error.stack ?? '') : String(error) });
      process.exit(1);
    }
  });
}

/** The work of a contestant, and a cleanup that is not measured. */
export interface Contest {
  work: () => Promise<PageFindings[]>;
  cleanUp?: () => Promise<void>;
}

function send(message: ContestantMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

/**
 * Calls a function for each item in order, with a limited concurrency.
 * @returns the results in the order of the items
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  atOnce: number,
  act: (item: T) => Promise<R>,
) {
  const results: R[] = [];
  let next = 0;
  const hand = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await act(items[at] as T);
  };
  await Promise.all(Array.from({ length: atOnce }, hand));
  return results;
}

/** Returns the findings of a page, or its error, so that other pages are still scanned. */
export async function scanPageOrFail(path: string, read: () => Promise<Finding[]>): Promise<PageFindings> {
  try {
    return { path, findings: await read() };
  } catch (error) {
    return { path, findings: [], error: error instanceof Error ? error.message : String(error) };
  }
}
