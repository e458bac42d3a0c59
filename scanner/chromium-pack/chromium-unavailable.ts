/** Why no browser can be launched. */
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

/** There is no browser that could be launched: what is wrong, and what to do about it, both for people. */
export class ChromiumUnavailableError extends Error {
  override name = 'ChromiumUnavailableError';
  readonly code: ChromiumUnavailableCode;
  /** What to do next, one sentence or several. */
  readonly hint: string;

  constructor(code: ChromiumUnavailableCode, message: string, hint: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.hint = hint;
  }
}

/** How to come by a browser and have it used. Source: https://pptr.dev/browsers-api */
export const CHROMIUM_HINT =
  'Name one that is installed: --browser PATH. `npx @puppeteer/browsers install chrome-headless-shell@stable` ' +
  'installs one and prints its path.';
