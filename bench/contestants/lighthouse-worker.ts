import { mapConcurrently, scanPageOrFail } from './contract.ts';
import { type Audit, toFindings } from './lighthouse-results.ts';
import { loadPeer, viewport } from './peer.ts';
import { serveBatches } from './workers.ts';

/** The parts of lighthouse and of chrome-launcher (used by its command) that are used here. */
interface Lighthouse {
  default(
    url: string,
    flags: object,
    config?: object,
  ): Promise<{ lhr: { audits: Record<string, Audit>; runtimeError?: { message: string } } } | undefined>;
}
interface ChromeLauncher {
  launch(options: object): Promise<{ port: number; kill(): void }>;
}

const { default: lighthouse } = await loadPeer<Lighthouse>('lighthouse');
const { launch } = await loadPeer<ChromeLauncher>('chrome-launcher');

/** Its desktop settings with our window size. Its axe rules cannot be chosen; each is an audit of the same name. */
const settings = {
  onlyCategories: ['accessibility'],
  output: 'json',
  logLevel: 'silent',
  formFactor: 'desktop',
  screenEmulation: { ...viewport, deviceScaleFactor: 1, mobile: false, disabled: false },
};

serveBatches(({ origin, paths, chromium }) =>
  mapConcurrently(paths, 1, (path) =>
    scanPageOrFail(path, async () => {
      const chrome = await launch({
        chromePath: chromium,
        chromeFlags: ['--headless', '--no-sandbox'],
        logLevel: 'silent',
      });
      try {
        const result = await lighthouse(origin + path, { ...settings, port: chrome.port });
        if (result === undefined) throw new Error('Lighthouse returned no result');
        if (result.lhr.runtimeError) throw new Error(result.lhr.runtimeError.message);
        return toFindings(result.lhr.audits);
      } finally {
        chrome.kill();
      }
    }),
  ),
);
