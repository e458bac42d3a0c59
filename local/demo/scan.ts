import type { Api } from './api.ts';

/** The members of a scan in the API that are used here. */
type Scan = {
  id?: string;
  status?: string;
  progress?: { pagesDone?: number; pagesKnown?: number };
  failure?: { reason?: string } | null;
};

/** The rule sets of the demo scan. */
export const demoRules = ['wcag-aa', 'best-practice'];

export type FinishedScan = { id: string; status: string; failure: string | undefined; seconds: number };

const finalStatuses = new Set(['completed', 'failed', 'cancelled']);

/**
 * Scans a site through the public API and waits for the end. Polls as often as `Retry-After` allows.
 *
 * @param onProgress gets the status and the numbers of done and known pages after each change
 * @param signal stops the waiting; the scan goes on
 */
export async function scanSite(
  api: Api,
  siteId: string,
  onProgress: (status: string, done: number, known: number) => void,
  signal: AbortSignal,
): Promise<FinishedScan> {
  const begun = performance.now();
  let answer = await api.call('POST', `/sites/${siteId}/scans`, {
    config: { rules: demoRules },
  });
  const { id } = answer.body as Scan;
  if (typeof id !== 'string') throw new Error('the API accepted the scan but returned no id');

  let shown = '';
  for (;;) {
    const scan = answer.body as Scan;
    const { status = 'queued', progress } = scan;
    const [done, known] = [progress?.pagesDone ?? 0, progress?.pagesKnown ?? 0];
    if (shown !== `${status} ${done} ${known}`) onProgress(status, done, known);
    shown = `${status} ${done} ${known}`;
    if (finalStatuses.has(status)) {
      return { id, status, failure: scan.failure?.reason, seconds: (performance.now() - begun) / 1000 };
    }
    const seconds = Number(answer.headers.get('retry-after') ?? 1);
    await pause(Math.min(Math.max(seconds, 0.2), 30) * 1000, signal);
    answer = await api.call('GET', `/scans/${id}`);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
