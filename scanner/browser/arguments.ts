/** The window that pages are scanned in: a common desktop size. */
export const viewport = { width: 1280, height: 1024 } as const;

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
export function browserArguments(proxy: string, userAgent: string): string[] {
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
    // Frames are drawn when the scanner asks for one, never by the wall clock: see page/virtual-clock.ts.
    '--enable-begin-frame-control',
    '--run-all-compositor-stages-before-draw',
    '--font-render-hinting=none',
    '--disk-cache-size=33554432',
    '--ash-no-nudges',
    '--no-default-browser-check',
    '--disable-print-preview',
    '--disable-features=AudioServiceOutOfProcess,IsolateOrigins,site-per-process',
    '--enable-features=SharedArrayBuffer',
    `--window-size=${viewport.width},${viewport.height}`,
    `--user-agent=${userAgent}`,
    // Everything through the proxy: loopback too (`<-loopback>` takes away the exception it has by default), no
    // protocol over UDP, no look-up of names by the browser, nothing that the browser wants for itself.
    `--proxy-server=${proxy}`,
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--dns-prefetch-disable',
    '--disable-quic',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-sync',
    '--no-pings',
    '--block-new-web-contents',
  ];
}
