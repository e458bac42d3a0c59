/** The exit codes of `a11y-scan` and their meanings. A code never changes its meaning. */
export const exitCodes = {
  passed: { code: 0, meaning: 'The gate passed, or no gate was set.' },
  failed: { code: 1, meaning: 'The gate failed: your site has findings that the gate counts.' },
  usage: {
    code: 2,
    meaning: 'Usage error: invalid flag, configuration or key, or an output that cannot be written.',
  },
  service: {
    code: 3,
    meaning:
      'The service or the scan failed, no page could be scanned, or somebody else cancelled the scan. There is no verdict on your site.',
  },
  timeout: { code: 4, meaning: 'The scan did not end in time.' },
  inconclusive: {
    code: 5,
    meaning:
      'The gate could not be decided, e.g. too few pages were scanned, a rule did not run on a page, or there is no baseline.',
  },
  interrupted: { code: 130, meaning: 'You interrupted it.' },
} as const satisfies Record<string, { code: number; meaning: string }>;

/** The outcome of an invocation, which decides its exit code. */
export type ExitStatus = keyof typeof exitCodes;
