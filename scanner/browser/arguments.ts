import { type PageSettings, pageSettingsDefault } from '../../core/scans/page-settings.ts';
import type { Chromium } from '../chromium-pack/chromium.ts';

/** Page settings that are the same for all pages of a browser, so that they can be set at launch. */
export type LaunchSettings = Pick<PageSettings, 'viewport' | 'locale' | 'userAgentSuffix'> & {
  /** Chromium features to enable in addition to those of every launch. */
  features?: readonly string[];
};

/** Launch settings that depend on the browser and on the platform. */
export interface LaunchMode {
  /** The browser runs everything in one process. */
  oneProcess: boolean;
  /** The browser runs pages in its sandbox. */
  sandbox: boolean;
  /**
   * The browser draws a frame only when the scanner requests one, never by the wall clock: see page/virtual-clock.ts.
   */
  framesOnRequest: boolean;
  /** Each tab is in a window. */
  windows: boolean;
}

/** The mode of the packed browser on every platform. */
export const packedMode: LaunchMode = {
  oneProcess: true,
  sandbox: false,
  framesOnRequest: true,
  windows: false,
};

/**
 * Returns how to launch a browser.
 *
 * A single process is known to run on Lambda. Installed browsers are made for several processes; the findings are the
 * same. Only chrome-headless-shell can draw frames on request, and not on macOS:
 * https://chromedevtools.github.io/devtools-protocol/tot/Target/#method-createTarget. On Linux the sandbox needs
 * permissions that containers do not have.
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

/** Chromium features that every launch disables. */
const featuresOff = [
  'AudioServiceOutOfProcess',
  'IsolateOrigins',
  'site-per-process',
  // With this feature, WebRTC listens to multicast in the local network to resolve names that hide addresses. The
  // WebRTC policy below hides these addresses from pages anyway.
  'WebRtcHideLocalIpsWithMdns',
  // With this feature, timers wait after a key until a frame is drawn, although virtual time passes.
  'DeferRendererTasksAfterInput',
];

/**
 * Chromium features that every launch enables, with their parameters. The scheduler of pages that are loaded in advance
 * starts none: otherwise a page could name, by speculation rules, what the browser requests when the pointer is on a
 * link, or when a key adds such rules. These requests cannot be intercepted.
 */
const featuresOn = [
  'SharedArrayBuffer',
  'PrefetchSchedulerTesting:kPrefetchSchedulerTestingActiveSetSizeLimitForBase/0' +
    '/kPrefetchSchedulerTestingActiveSetSizeLimitForBurst/0',
];

/**
 * Chrome features that would request another address than the page's (https instead of http), send data about the
 * forms of a page to other servers, or download something for the browser itself.
 */
const chromeFeaturesOff = [
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'AutofillServerCommunication',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'Translate',
];

/** Points Chrome's account and update services to a port where nothing listens: the port of the discard protocol. */
const chromeServicesOff = [
  '--gaia-url=http://127.0.0.1:9',
  '--component-updater=url-source=http://127.0.0.1:9',
  '--disable-client-side-phishing-detection',
  '--no-service-autorun',
];

/**
 * Returns Chromium's command-line arguments.
 *
 * They are based on the flags that @sparticuz/chromium 153 recommends for Lambda (`chromium.args`), without those that
 * disable security and that axe does not need: --disable-web-security, --allow-running-insecure-content,
 * --disable-site-isolation-trials.
 * @param proxy `host:port` of the egress proxy, or its rules
 * @param userAgent `User-Agent` of every request
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
      : // Otherwise a frame of another site has its own process and its own target, where the scanner cannot find it.
        ['--disable-site-isolation-trials']),
    ...(sandbox ? [] : ['--no-sandbox', '--disable-setuid-sandbox']),
    '--ignore-gpu-blocklist',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    // Frames are laid out but not painted, so the compositor needs no GPU. Pages may still use WebGL.
    '--disable-gpu-compositing',
    // Each page runs axe's functions anew and only for a short time. Compiling hot functions after 400 calls, V8's
    // default, costs more time than it saves. The memory reducer collects garbage when some seconds passed without much
    // work, which is after each jump of virtual time; the ordinary collections keep the heap as small as it must be.
    '--js-flags=--invocation-count-for-maglev=4000,--no-memory-reducer',
    ...(framesOnRequest ? ['--enable-begin-frame-control', '--run-all-compositor-stages-before-draw'] : []),
    '--font-render-hinting=none',
    '--disk-cache-size=33554432',
    '--ash-no-nudges',
    '--no-default-browser-check',
    '--disable-print-preview',
    `--disable-features=${[...featuresOff, ...(windows ? chromeFeaturesOff : [])].join(',')}`,
    `--enable-features=${[...featuresOn, ...features].join(',')}`,
    `--window-size=${viewport.width},${viewport.height}`,
    `--user-agent=${userAgent}`,
    // Set at launch rather than per page, so that they also apply to frames and workers.
    `--lang=${locale}`,
    `--accept-lang=${listLanguages(locale).join(',')}`,
    // All traffic must go through the proxy. That includes loopback: `<-loopback>` removes Chromium's default
    // exception. The browser uses no protocol over UDP, resolves no names and makes no requests of its own.
    `--proxy-server=${proxy}`,
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--dns-prefetch-disable',
    '--disable-quic',
    // The value must be part of this switch. If it is a separate argument, WebRTC sends datagrams to any address that
    // a page chooses.
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

/** Returns a locale and its language without region, as browsers list them: `de-AT, de`. */
function listLanguages(locale: string): string[] {
  return [...new Set([locale, locale.split('-')[0] ?? locale])];
}
