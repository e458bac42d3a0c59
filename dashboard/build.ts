import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { type DashboardFile, PAGE } from '../core/dashboard/dashboard-file.ts';
import { shellText } from './text/en/shell.ts';

export interface DashboardOptions {
  /** Further plugins of esbuild, for tests that replace modules. */
  readonly plugins?: readonly Plugin[];
}

/** Folder of hashed files. Requests below it must never be answered with `index.html`. */
const ASSETS = 'assets';

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
  const assets = outputFiles.map(({ path, contents }) => ({ path: `${ASSETS}/${basename(path)}`, contents }));
  const icon = await readFile(join(folder, 'icon.svg'));
  const iconFile = { path: `${ASSETS}/icon-${hash(icon)}.svg`, contents: icon };
  const template = await readFile(join(folder, 'index.html'), 'utf8');
  const html = fillTemplate(template, listLinks(metafile, iconFile.path));
  return [...assets, iconFile, { path: PAGE, contents: Buffer.from(html) }];
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

function hash(contents: Uint8Array): string {
  return createHash('sha256').update(contents).digest('hex').slice(0, 8).toUpperCase();
}
