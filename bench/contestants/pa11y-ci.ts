import { runContestant } from './contract.ts';
import { type Pa11yIssue, toFinding } from './pa11y-results.ts';
import { buildLaunchOptions, loadPeer } from './peer.ts';

/** The part of pa11y-ci that is used here. */
interface Package {
  default(
    urls: { url: string }[],
    options: object,
  ): Promise<{ results: Record<string, (Pa11yIssue | Error)[]> }>;
}

/**
 * pa11y-ci as its command runs it, with its axe runner. Its standard WCAG2AA is axe's tags `wcag2a`, `wcag21a`,
 * `wcag2aa`, `wcag21aa` and `best-practice`, which are the rules of the job. Warnings and notices are axe's moderate
 * and minor findings.
 */
runContestant(async ({ origin, paths, concurrency, chromium }) => {
  const { default: pa11yCi } = await loadPeer<Package>('pa11y-ci');
  const silent = { error() {}, info() {} };
  const options = {
    concurrency,
    log: silent,
    runners: ['axe'],
    standard: 'WCAG2AA',
    includeWarnings: true,
    includeNotices: true,
    timeout: 120_000,
    reporters: [],
    chromeLaunchConfig: buildLaunchOptions(chromium),
  };
  return {
    async work() {
      // URLs are objects, because then each has its own options. With plain strings pages share a browser context,
      // and with two at a time the first one that ends closes it.
      const urls = paths.map((path) => ({ url: origin + path }));
      const { results } = await pa11yCi(urls, options);
      return paths.map((path) => {
        const [error, issues] = split(results[origin + path] ?? [new Error('pa11y-ci returned no result')]);
        return {
          path,
          ...(error && { error: error.message }),
          findings: issues.map(toFinding),
        };
      });
    },
  };
});

function split(results: (Pa11yIssue | Error)[]): [error: Error | undefined, issues: Pa11yIssue[]] {
  return [
    results.find((result) => result instanceof Error),
    results.filter((result): result is Pa11yIssue => !(result instanceof Error)),
  ];
}
