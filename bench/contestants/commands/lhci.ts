import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Audit, toFindings } from '../lighthouse-results.ts';
import { type Command, chromiumFlags, getPath, getPeerScript } from './command.ts';

interface LighthouseResult {
  requestedUrl: string;
  audits: Record<string, Audit>;
  runtimeError?: { message: string };
}

/** `lhci collect` for the accessibility category, with its desktop settings: one run and one browser for each page. */
export const lhci: Command = {
  async prepare({ urls, chromium, folder }) {
    const config = join(folder, 'lighthouserc.json');
    const settings = {
      onlyCategories: ['accessibility'],
      preset: 'desktop',
      chromeFlags: ['--headless', ...chromiumFlags].join(' '),
    };
    const collect = { url: urls, numberOfRuns: 1, chromePath: chromium, settings };
    await writeFile(config, JSON.stringify({ ci: { collect } }));
    return { script: getPeerScript('lhci'), args: ['collect', `--config=${config}`], worked: [0] };
  },
  async findings({ urls, folder }) {
    const results = join(folder, '.lighthouseci');
    const files = (await readdir(results)).filter((name) => /^lhr-.*\.json$/.test(name));
    const pages = await Promise.all(
      files.map(
        async (name): Promise<LighthouseResult> => JSON.parse(await readFile(join(results, name), 'utf8')),
      ),
    );
    return urls.map((url) => {
      const page = pages.find(({ requestedUrl }) => requestedUrl === url);
      const error = page === undefined ? 'the command returned no result' : page.runtimeError?.message;
      return {
        path: getPath(url),
        ...(error === undefined ? {} : { error }),
        findings: toFindings(page?.audits ?? {}),
      };
    });
  },
};
