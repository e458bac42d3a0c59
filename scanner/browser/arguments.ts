import { type PageSettings, pageSettingsDefault } from '../../core/scans/page-settings.ts';

/** What is the same for all pages of a browser and can be said at its launch. */
export type LaunchSettings = Pick<PageSettings, 'viewport' | 'locale' | 'userAgentSuffix'> & {
  /** Of Chromium's own, beyond those of every launch. */
  features?: readonly string[];
};

/**
 * Chromium's command line.
 *
 * Based on the flags that @sparticuz/chromium 153 recommends for Lambda (`chromium.args`), without those that switch
 * security off and that axe does not need: --disable-web-security, --allow-running-insecure-content,
 * --disable-site-isolation-trials. One process for everything is what is known to run on Lambda, and the same mode
 * is used everywhere so that findings agree.
 * @param proxy `host:port` of the egress proxy
 * @param userAgent what every request says of itself
 */
export function browserArguments(
  proxy: string,
  userAgent: string,
  { viewport, locale, features = [] }: LaunchSettings = pageSettingsDefault,
): string[] {
  return [
    '--single-process',
    '--no-zygote',
    '--no-sandbox',
    '--disable-setuid-sandbox',
    '--in-process-gpu',
    '--ignore-gpu-blocklist',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    // Frames are laid out and never painted, so the compositor needs no GPU; pages may still use WebGL.
    '--disable-gpu-compositing',
    // Every page runs axe's functions anew, and for so short a time that compiling the hot ones early (after 400
    // calls, V8's default) costs more than it saves.
    '--js-flags=--invocation-count-for-maglev=4000',
    // Frames are drawn when the scanner asks for one, never by the wall clock: see page/virtual-clock.ts.
    '--enable-begin-frame-control',
    '--run-all-compositor-stages-before-draw',
    '--font-render-hinting=none',
    '--disk-cache-size=33554432',
    '--ash-no-nudges',
    '--no-default-browser-check',
    '--disable-print-preview',
    // Without the last, WebRTC listens to the local network's multicast for names that hide addresses; the policy
    // for WebRTC below keeps these from pages altogether.
    '--disable-features=AudioServiceOutOfProcess,IsolateOrigins,site-per-process,WebRtcHideLocalIpsWithMdns',
    `--enable-features=${['SharedArrayBuffer', ...features].join(',')}`,
    `--window-size=${viewport.width},${viewport.height}`,
    `--user-agent=${userAgent}`,
    // At launch rather than per page, so that frames and workers have them too.
    `--lang=${locale}`,
    `--accept-lang=${languages(locale).join(',')}`,
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
  ];
}

/** A locale and the bare language of it, as browsers list them: `de-AT, de`. */
function languages(locale: string): string[] {
  return [...new Set([locale, locale.split('-')[0] ?? locale])];
}
