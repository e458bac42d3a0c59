import { writePeerLauncher } from '../compare/chromium.ts';
import { installPeers } from '../compare/peers.ts';
import { type Audit, toFindings } from '../contestants/lighthouse-results.ts';
import { loadPeer } from '../contestants/peer.ts';

/** A report with the selector of its element, and with the beginning of its markup if others match the selector. */
export type Located = [isViolation: boolean, rule: string, selector: string, html: string];

/** Length of the markup that distinguishes elements with the same selector. */
const SNIPPET_LENGTH = 20;

interface Lighthouse {
  default(url: string, flags: object): Promise<{ lhr: { audits: Record<string, Audit> } } | undefined>;
}
interface ChromeLauncher {
  launch(options: object): Promise<{ port: number; kill(): void }>;
}

/** Returns what Lighthouse's accessibility audits report, by URL. @param folder for temporary files */
export async function scanWithLighthouse(
  urls: readonly string[],
  folder: string,
): Promise<Map<string, Located[]>> {
  await installPeers((line) => console.log(line));
  const { default: lighthouse } = await loadPeer<Lighthouse>('lighthouse');
  const { launch } = await loadPeer<ChromeLauncher>('chrome-launcher');
  const chromePath = await writePeerLauncher(folder);
  const reports = new Map<string, Located[]>();
  for (const url of urls) {
    const chrome = await launch({
      chromePath,
      chromeFlags: ['--headless', '--no-sandbox'],
      logLevel: 'silent',
    });
    try {
      const flags = {
        onlyCategories: ['accessibility'],
        logLevel: 'silent',
        formFactor: 'desktop',
        port: chrome.port,
      };
      const screenEmulation = {
        width: 1280,
        height: 1024,
        deviceScaleFactor: 1,
        mobile: false,
        disabled: false,
      };
      const result = await lighthouse(url, { ...flags, screenEmulation });
      const found = toFindings(result?.lhr.audits ?? {});
      reports.set(
        url,
        found.map(({ rule, where, html }): Located => [true, rule, where, html.slice(0, SNIPPET_LENGTH)]),
      );
    } finally {
      chrome.kill();
    }
  }
  return reports;
}
