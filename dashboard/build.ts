import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { shellText } from './text/en/shell.ts';

/** A file of the dashboard, as it is served. */
export interface DashboardFile {
  /** Path without a leading slash, such as `assets/main-ABC.js`. */
  readonly path: string;
  readonly contents: Uint8Array;
  readonly contentType: string;
  /** Whether the name contains a hash of the contents, so that caches may store the file for ever. */
  readonly isImmutable: boolean;
}

export interface DashboardOptions {
  /** Further plugins of esbuild, for tests that replace modules. */
  readonly plugins?: readonly Plugin[];
}

/** Folder of hashed files. Requests below it must never be answered with `index.html`. */
const ASSETS = 'assets';

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  html: 'text/html; charset=utf-8',
};

/**
 * Builds the dashboard with esbuild: one script for the first load, one for each further screen, one style sheet,
 * the icon and `index.html`. Equal sources give equal files.
 * @throws Error if a source does not build
 */
export async function buildDashboard(options: DashboardOptions = {}): Promise<DashboardFile[]> {
  const folder = import.meta.dirname;
  const { outputFiles, metafile } = await build({
    entryPoints: { main: join(folder, 'main.tsx') },
    absWorkingDir: folder,
    outdir: join(folder, 'dist'),
    entryNames: `${ASSETS}/[name]-[hash]`,
    chunkNames: `${ASSETS}/[name]-[hash]`,
    assetNames: `${ASSETS}/[name]-[hash]`,
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [...(options.plugins ?? [])],
  });
  const assets = outputFiles.map(({ path, contents }) =>
    createFile(`${ASSETS}/${basename(path)}`, contents, true),
  );
  const icon = await readFile(join(folder, 'icon.svg'));
  const iconFile = createFile(`${ASSETS}/icon-${hash(icon)}.svg`, icon, true);
  const template = await readFile(join(folder, 'index.html'), 'utf8');
  const html = fillTemplate(template, listLinks(metafile, iconFile.path));
  return [...assets, iconFile, createFile('index.html', Buffer.from(html), false)];
}

/** Returns the elements of `head` that load style sheet, scripts and icon. */
function listLinks({ outputs }: Metafile, icon: string): string {
  const entry = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith('main.tsx'));
  if (entry === undefined) throw new Error('The dashboard has no script main.tsx.');
  const [script, { cssBundle, imports }] = entry;
  const toUrl = (path: string) => `/${ASSETS}/${basename(path)}`;
  const preloads = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => toUrl(path));
  return [
    `<link rel="icon" type="image/svg+xml" href="/${icon}">`,
    ...(cssBundle === undefined ? [] : [`<link rel="stylesheet" href="${toUrl(cssBundle)}">`]),
    ...preloads.map((url) => `<link rel="modulepreload" href="${url}">`),
    `<script type="module" src="${toUrl(script)}"></script>`,
  ].join('\n');
}

function fillTemplate(template: string, links: string): string {
  const values: Record<string, string> = { title: shellText.product, noScript: shellText.noScript, links };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

function createFile(path: string, contents: Uint8Array, isImmutable: boolean): DashboardFile {
  const contentType = contentTypes[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return { path, contents, contentType, isImmutable };
}

function hash(contents: Uint8Array): string {
  return createHash('sha256').update(contents).digest('hex').slice(0, 8).toUpperCase();
}
