import { eachOf, type Finding, pageOrError } from './contract.ts';
import { loadPeer, viewport } from './peer.ts';
import { serveBatches } from './workers.ts';

/** What is used of lighthouse and of chrome-launcher, which its command uses. */
interface Lighthouse {
  default(
    url: string,
    flags: object,
    config?: object,
  ): Promise<{ lhr: { audits: Record<string, Audit>; runtimeError?: { message: string } } } | undefined>;
}
interface Audit {
  scoreDisplayMode: string;
  score: number | null;
  details?: { items?: { node?: { selector: string; snippet: string } }[] };
}
interface ChromeLauncher {
  launch(options: object): Promise<{ port: number; kill(): void }>;
}

const { default: lighthouse } = await loadPeer<Lighthouse>('lighthouse');
const { launch } = await loadPeer<ChromeLauncher>('chrome-launcher');

/** Its desktop settings in our window. Which axe rules run cannot be chosen; each is an audit of the same name. */
const settings = {
  onlyCategories: ['accessibility'],
  output: 'json',
  logLevel: 'silent',
  formFactor: 'desktop',
  screenEmulation: { ...viewport, deviceScaleFactor: 1, mobile: false, disabled: false },
};

serveBatches(({ origin, paths, chromium }) =>
  eachOf(paths, 1, (path) =>
    pageOrError(path, async () => {
      const chrome = await launch({
        chromePath: chromium,
        chromeFlags: ['--headless', '--no-sandbox'],
        logLevel: 'silent',
      });
      try {
        const result = await lighthouse(origin + path, { ...settings, port: chrome.port });
        if (result === undefined) throw new Error('there is no result');
        if (result.lhr.runtimeError) throw new Error(result.lhr.runtimeError.message);
        return Object.entries(result.lhr.audits).flatMap(([rule, audit]) => findingsOf(rule, audit));
      } finally {
        chrome.kill();
      }
    }),
  ),
);

function findingsOf(rule: string, { scoreDisplayMode, score, details }: Audit): Finding[] {
  if (scoreDisplayMode !== 'binary' || score === 1) return [];
  return (details?.items ?? []).flatMap(({ node }) =>
    node === undefined
      ? []
      : [{ rule, kind: 'violation' as const, where: node.selector, html: node.snippet }],
  );
}
