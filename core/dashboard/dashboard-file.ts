/** A file of the dashboard, as it is published. */
export interface DashboardFile {
  /** Path below the root of the host, without a slash at the beginning. */
  readonly path: string;
  readonly contents: Uint8Array;
}

/** The page of every screen. It names the other files, so it is published last. */
export const PAGE = 'index.html';

/** The folder of files whose names contain a hash of their contents. */
const HASHED_FILES = 'assets/';

/** A year, the longest time that has a meaning: https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2.1 */
const YEAR_SECONDS = 31_536_000;

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
};

/**
 * Returns the `Cache-Control` of a file. A file with a hash in its name never changes. The page is never stored, so
 * that it never names files of an earlier version, and so that nothing of it remains after a sign-out.
 */
export function getCacheControl(path: string): string {
  if (path.startsWith(HASHED_FILES)) return `public, max-age=${YEAR_SECONDS}, immutable`;
  return path === PAGE ? 'no-store' : 'no-cache';
}

/** @throws Error if files with this extension have no content type */
export function getContentType(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const type = Object.hasOwn(contentTypes, extension) ? contentTypes[extension] : undefined;
  if (type === undefined) throw new Error(`core/dashboard/dashboard-file.ts has no content type for ${path}`);
  return type;
}
