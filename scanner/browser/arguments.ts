import { type PageSettings, pageSettingsDefault } from '../../core/scans/page-settings.ts';
import type { Chromium } from '../chromium-pack/chromium.ts';

/** What is the same for all pages of a browser and can be said at its launch. */
export type LaunchSettings = Pick<PageSettings, 'viewport' | 'locale' | 'userAgentSuffix'> & {
  /** Of Chromium's own, beyond those of every launch. */
  features?: readonly string[];
};

/** What depends on which browser it is, and where it runs. */
export interface LaunchMode {
  /** Everything in one process. */
  oneProcess: boolean;
  /** The browser's own sandbox around pages. */
  sandbox: boolean;
  /** Frames are drawn when the scanner asks for one, never by the wall clock: see page/virtual-clock.ts. */
  framesOnRequest: boolean;
  /** Every tab is in a window. */
  windows: boolean;
}

/** Of the packed browser, wherever it runs. */
export const packedMode: LaunchMode = {
  oneProcess: true,
  sandbox: false,
  framesOnRequest: true,
  windows: false,
};

/**
 * How a browser is launched.
 *
 * One process for everything is what is known to run on Lambda; pages find the same in several, which is what an
 * installed browser is made for. Frames on request there are in chrome-headless-shell only, and not on macOS:
 * https://chromedevtools.github.io/devtools-protocol/tot/Target/#method-createTarget. The sandbox needs rights on
 * Linux that containers do not give.
 */
export function getLaunchMode(chromium: Chromium, platform: string = process.platform): LaunchMode {
  if (chromium.kind === 'packed') return packedMode;
  const { isShell } = chromium;
  return {
    oneProcess: isShell && platform === 'linux',
    sandbox: platform !== 'linux',
    framesOnRequest: isShell && platform !== 'darwin',
    windows: !isShell,
  };
}

/** Of Chromium's own, what no scan wants. */
const featuresOff = [
  'AudioServiceOutOfProcess',
  'IsolateOrigins',
  'site-per-process',
  // Without it, WebRTC listens to the local network's multicast for names that hide addresses; the policy for WebRTC
  // below keeps these from pages altogether.
  'WebRtcHideLocalIpsWithMdns',
];

/**
 * Of Chrome's own, what would ask for another address than the page's (https before http), tell others of the forms in
 * a page, or load something for the browser itself.
 */
const chromeFeaturesOff = [
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'AutofillServerCommunication',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'Translate',
];

/** Where Chrome looks for accounts and updates of its own: nowhere. The port is the one of `discard`. */
const chromeServicesOff = [
  '--gaia-url=http://127.0.0.1:9',
  '--component-updater=url-source=http://127.0.0.1:9',
  '--disable-client-side-phishing-detection',
  '--no-service-autorun',
];

/**
 * Chromium's command line.
 *
 * Based on the flags that @sparticuz/chromium 153 recommends for Lambda (`chromium.args`), without those that switch
 * security off and that axe does not need: --disable-web-security, --allow-running-insecure-content,
 * --disable-site-isolation-trials.
 * @param proxy `host:port` of the egress proxy
 * @param userAgent what every request says of itself
 */
export function buildBrowserArguments(
  proxy: string,
  userAgent: string,
  { viewport, locale, features = [] }: LaunchSettings = pageSettingsDefault,
  { oneProcess, sandbox, framesOnRequest, windows }: LaunchMode = packedMode,
): string[] {
  return [
    ...(oneProcess
      ? ['--single-process', '--no-zygote', '--in-process-gpu']
      : // A frame of another site would be in a process, and in a target, of its own, where nobody looks for it.
        ['--disable-site-isolation-trials']),
    ...(sandbox ? [] : ['--no-sandbox', '--disable-setuid-sandbox']),
    '--ignore-gpu-blocklist',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    // Frames are laid out and never painted, so the compositor needs no GPU; pages may still use WebGL.
    '--disable-gpu-compositing',
    // Every page runs axe's functions anew, and for so short a time that compiling the hot ones early (after 400
    // calls, V8's default) costs more than it saves.
    '--js-flags=--invocation-count-for-maglev=4000',
    ...(framesOnRequest ? ['--enable-begin-frame-control', '--run-all-compositor-stages-before-draw'] : []),
    '--font-render-hinting=none',
    '--disk-cache-size=33554432',
    '--ash-no-nudges',
    '--no-default-browser-check',
    '--disable-print-preview',
    `--disable-features=${[...featuresOff, ...(windows ? chromeFeaturesOff : [])].join(',')}`,
    `--enable-features=${['SharedArrayBuffer', ...features].join(',')}`,
    `--window-size=${viewport.width},${viewport.height}`,
    `--user-agent=${userAgent}`,
    // At launch rather than per page, so that frames and workers have them too.
    `--lang=${locale}`,
    `--accept-lang=${listLanguages(locale).join(',')}`,
    // Everything through the proxy: loopback too (`<-loopback>` takes away the exception it has by default), no
    // protocol over UDP, no look-up of names by the browser, nothing that the browser wants for itself.
    `--proxy-server=${proxy}`,
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--dns-prefetch-disable',
    '--disable-quic',
    // The value belongs to this switch; beside a switch without it, WebRTC sends datagrams to wherever a page says.
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-sync',
    '--no-pings',
    '--block-new-web-contents',
    ...(windows ? chromeServicesOff : []),
  ];
}

/** A locale and the bare language of it, as browsers list them: `de-AT, de`. */
function listLanguages(locale: string): string[] {
  return [...new Set([locale, locale.split('-')[0] ?? locale])];
}
