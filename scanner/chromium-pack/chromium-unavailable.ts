/** Reasons why no browser can be launched. */
export type ChromiumUnavailableCode =
  | 'unsupported-platform'
  | 'pack-missing'
  | 'pack-damaged'
  | 'cache-unusable'
  | 'disk-full'
  | 'browser-not-found'
  | 'browser-not-executable'
  | 'browser-of-another-platform'
  | 'not-a-browser';

/** No browser can be launched. The message says why and the hint says what to do; both are for users. */
export class ChromiumUnavailableError extends Error {
  override name = 'ChromiumUnavailableError';
  readonly code: ChromiumUnavailableCode;
  /** What to do next: one or more sentences. */
  readonly hint: string;

  constructor(code: ChromiumUnavailableCode, message: string, hint: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.hint = hint;
  }
}

/** How to install a browser and use it. Source: https://pptr.dev/browsers-api */
export const CHROMIUM_HINT =
  'Use an installed browser: --browser PATH. `npx @puppeteer/browsers install chrome-headless-shell@stable` ' +
  'installs one and prints its path.';
