/** Browsers and systems by what is in the header `User-Agent`, the more specific first. */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/**
 * Returns a short name of a browser and its system, such as `Firefox on Linux`. It contains no text of the header, and
 * serves only to let people recognize their sessions.
 */
export function describeBrowser(userAgent: string | undefined): string {
  const find = (known: typeof browsers | typeof systems) =>
    known.find(([part]) => userAgent?.includes(part))?.[1];
  const [browser = 'Unknown browser', system] = [find(browsers), find(systems)];
  return system === undefined ? browser : `${browser} on ${system}`;
}
