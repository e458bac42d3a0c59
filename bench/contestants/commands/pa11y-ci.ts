import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Pa11yIssue, toFinding } from '../pa11y-results.ts';
import { type Command, chromiumFlags, getPath, getPeerScript } from './command.ts';

/** pa11y-ci with its axe runner and all issue types. Its rules are those of its standard WCAG2AA. */
export const pa11yCi: Command = {
  async prepare({ urls, concurrency, chromium, folder }) {
    const config = join(folder, 'pa11yci.json');
    const defaults = {
      runners: ['axe'],
      standard: 'WCAG2AA',
      includeWarnings: true,
      includeNotices: true,
      concurrency,
      chromeLaunchConfig: { executablePath: chromium, args: chromiumFlags },
    };
    // URLs are objects, because with plain strings pages share a browser context, and the first one that ends closes
    // it.
    await writeFile(config, JSON.stringify({ defaults, urls: urls.map((url) => ({ url })) }));
    return { script: getPeerScript('pa11y-ci'), args: ['--config', config, '--json'], worked: [0, 2] };
  },
  async findings({ urls }, stdout) {
    const { results }: { results: Record<string, (Pa11yIssue | { message: string })[]> } = JSON.parse(stdout);
    return urls.map((url) => {
      const all = results[url] ?? [{ message: 'the command returned no result' }];
      const issues = all.filter((each): each is Pa11yIssue => 'code' in each);
      const failure = all.find((each) => !('code' in each));
      return {
        path: getPath(url),
        ...(failure && 'message' in failure ? { error: failure.message } : {}),
        findings: issues.map(toFinding),
      };
    });
  },
};
