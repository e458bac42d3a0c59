/** The function of a browser could not be started, because there is no capacity. None of its pages was opened. */
export class BrowserNotStartedError extends Error {
  override name = 'BrowserNotStartedError';
}

/** The function of a browser ended, or stopped reporting, before its chunk ended. */
export class BrowserLostError extends Error {
  override name = 'BrowserLostError';
}
