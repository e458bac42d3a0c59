import { type AxeResults, toFindings } from '../axe-results.ts';
import { viewport } from '../peer.ts';
import { type Command, chromiumFlags, getPath, getPeerScript } from './command.ts';

/** The tags of our rule sets `wcag-aa` and `best-practice`. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** @axe-core/cli, one page after the other in one browser, with ChromeDriver. */
export const axeCli: Command = {
  async prepare({ urls, chromium, chromedriver }) {
    if (chromedriver === undefined) throw new Error('@axe-core/cli needs a ChromeDriver');
    const options = [...chromiumFlags, `--window-size=${viewport.width}x${viewport.height}`];
    return {
      script: getPeerScript('axe'),
      args: [
        ...urls,
        ...['--tags', tags.join(','), '--stdout'],
        ...['--chromedriver-path', chromedriver, '--chrome-path', chromium],
        ...['--chrome-options', options.map((option) => option.replace(/^--/, '')).join(',')],
      ],
      worked: [0],
    };
  },
  async findings({ urls }, stdout) {
    const results: (AxeResults & { url: string })[] = JSON.parse(stdout);
    return urls.map((url) => {
      const result = results.find((each) => each.url === url);
      return result === undefined
        ? { path: getPath(url), error: 'the command returned no result', findings: [] }
        : { path: getPath(url), findings: toFindings(result) };
    });
  },
};
