import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageResult } from '../../../core/scans/page-result.ts';
import type { UnpackedChromium } from '../../../scanner/chromium-pack/chromium.ts';
import { provideChromium } from '../../../scanner/chromium-pack/locate.ts';
import { page, type Site, scan, serve } from './harness.ts';
import { canUseNamespaces, listBrowsers } from './processes.ts';

/**
 * glibc's own libraries, without which no program runs, and libgcc_s, which glibc loads to unwind the stack of a
 * thread that ends. All other libraries must be the package's.
 */
const glibcFiles = [
  'ld-linux-x86-64.so.2',
  'libc.so.6',
  'libm.so.6',
  'libdl.so.2',
  'libpthread.so.0',
  'librt.so.1',
  'libresolv.so.2',
  'libgcc_s.so.1',
];
/** Libraries of nss, nspr and fonts, which Chromium needs and a machine may not have. */
const HIDDEN =
  /^lib(nss|nssutil|smime|ssl|softokn|freebl|freeblpriv|nssckbi|nssdbm|nspr|plc|plds|expat|fontconfig|freetype)\d*\.so/;
const fontFolders = ['/usr/share/fonts', '/usr/local/share/fonts', '/etc/fonts', '/usr/share/fontconfig'];

const workDir = mkdtempSync(join(tmpdir(), 'scanner-own-'));
const textStyles = ['serif', 'sans-serif', 'monospace', 'cursive', 'system-ui', 'Arial', 'Noto Sans CJK JP'];
let site: Site;
let chromium: UnpackedChromium;
/** What was seen of the browser while it showed the page: its files, environment and limits. */
let files: string[] = [];
let environment: string[] = [];
let limits = '';
let shown: PageResult | undefined;

beforeAll(async () => {
  chromium = await provideChromium();
  const words = textStyles.map(
    (family) => `<p style="font: 20px ${family}"><b>Wide</b> text 日本語 😀 שלום</p>`,
  );
  site = await serve({
    // The page is laid out and drawn before it reports; its title contains the widths of its texts.
    '/text': page(
      `${words.join('')}<script>
        document.title = [...document.querySelectorAll('p')].map((p) => {
          const range = document.createRange(); range.selectNodeContents(p);
          return range.getBoundingClientRect().width;
        }).join(' ');
        const request = new XMLHttpRequest(); request.open('GET', '/drawn', false); request.send();
      </script>`,
    ),
    '/drawn': (_request, response) => {
      const found = listBrowsers(workDir).find(({ name }) => name === 'chromium');
      if (found) {
        files = listFiles(found.pid);
        environment = readFileSync(`/proc/${found.pid}/environ`, 'utf8').split('\0').filter(Boolean);
        limits = readFileSync(`/proc/${found.pid}/limits`, 'utf8');
      }
      response.end();
    },
  });
  process.env.SCANNER_TEST_SECRET = 'secret';
  const { results } = await scan([site.url('/text')], { workDir });
  delete process.env.SCANNER_TEST_SECRET;
  [shown] = results;
});
afterAll(async () => {
  rmSync(workDir, { recursive: true, force: true });
  await site.close();
});

/** Returns the files that a process has mapped or opened. */
function listFiles(pid: number): string[] {
  const mapped = readFileSync(`/proc/${pid}/maps`, 'utf8').matchAll(/ (\/.*)$/gm);
  const open = readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)];
    } catch {
      // Closed meanwhile.
      return [];
    }
  });
  return [...new Set([...Array.from(mapped, ([, path]) => path ?? ''), ...open])].filter((path) =>
    path.startsWith('/'),
  );
}

describe('the browser package', () => {
  it('uses its own libraries and fonts, and only glibc of the system', () => {
    const own = (path: string) => path.startsWith(`${dirname(chromium.executable)}/`);

    const libraries = files.filter((path) => /\.so(\.|$)/.test(path));
    expect(libraries.filter((path) => !own(path) && !glibcFiles.includes(basename(path)))).toEqual([]);
    expect(libraries.filter(own).map((path) => basename(path))).toEqual(
      expect.arrayContaining(['libnspr4.so', 'libnss3.so', 'libnssutil3.so']),
    );

    const fonts = files.filter((path) => /\.(ttf|ttc|otf|pfb|woff2?)$/i.test(path));
    expect(fonts.length).toBeGreaterThan(0);
    expect(fonts.filter((path) => !path.startsWith(`${chromium.fontConfig}/`))).toEqual([]);
  });

  it('has a fault if it draws no letters, so that no rule passes by texts without a size', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-fonts-'));
    writeFileSync(
      join(folder, 'fonts.conf'),
      '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/nowhere</dir></fontconfig>',
    );
    const plain = await serve({ '/': page('<p>Text</p>') });
    try {
      const { results } = await scan([plain.url('/')], {
        findBrowser: async () => ({ ...chromium, fontConfig: folder }),
      });
      expect(results[0]).toMatchObject({
        outcome: 'service-fault',
        detail: expect.stringContaining('the browser has no fonts'),
      });
    } finally {
      await plain.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('gives the browser a minimal environment without core dumps', () => {
    expect(environment.map((line) => line.split('=')[0]).sort()).toEqual(
      ['FONTCONFIG_PATH', 'HOME', 'LANG', 'LD_LIBRARY_PATH', 'TMPDIR', 'TZ'].sort(),
    );
    expect(limits).toMatch(/Max core file size\s+0\s+0/);
  });

  it('works on a machine without nss and fonts, and draws the same', async (context) => {
    context.skip(
      !canUseNamespaces(),
      'this machine does not let us hide its libraries: no namespaces without root',
    );
    expect(shown?.outcome).toBe('scanned');

    // Without the package's libraries the browser does not even start there, so the libraries are hidden.
    const bare = join(dirname(chromium.executable), 'chromium');
    await expect(runWithoutSystemLibraries([bare, '--version'], { PATH: process.env.PATH })).rejects.toThrow(
      /error while loading shared libraries: \S*lib(nspr|nss|expat)/,
    );

    const child = join(import.meta.dirname, 'scan-child.ts');
    const text = await runWithoutSystemLibraries(
      [process.execPath, child, site.url('/text'), workDir],
      process.env,
    );
    const hidden = JSON.parse(text) as PageResult;
    expect(hidden.outcome).toBe('scanned');
    expect(hidden.title).toBe(shown?.title);
    expect(hidden.findings).toEqual(shown?.findings);
  });
});

/** Runs a command with the system's nss, nspr, expat and fonts hidden behind empty files and folders. */
async function runWithoutSystemLibraries(command: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const hidden = [
    ...['/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu', '/lib64', '/usr/lib64', '/usr/lib'].flatMap(
      (folder) =>
        namesIn(folder)
          .filter((name) => HIDDEN.test(name))
          .map((name) => join(folder, name)),
    ),
    ...fontFolders,
  ];
  const script = `
    while [ "$1" != -- ]; do
      if [ -d "$1" ]; then mount -t tmpfs none "$1" || exit 99
      elif [ -f "$1" ]; then mount --bind /dev/null "$1" || exit 99
      fi
      shift
    done
    shift
    exec "$@"`;
  const { stdout } = await promisify(execFile)(
    'unshare',
    ['--map-root-user', '--mount', '/bin/sh', '-c', script, 'sh', ...hidden, '--', ...command],
    { env, maxBuffer: 10_000_000 },
  );
  return stdout;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
