import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledPackage } from './installed-package.ts';

const texts = join(import.meta.dirname, 'license-texts');

/**
 * Builds the third-party notices that the licenses of the CLI package's contents require: the name, version and
 * license text of each npm package, and the license of Chromium.
 * @param root directory with `node_modules/`
 * @param packages every npm package with code in the CLI package
 * @param legalComments comments that must be kept with the bundled code
 * @returns Markdown
 * @throws Error if a package has no license file and `license-texts/` does not have its license
 */
export async function buildNotices(
  root: string,
  packages: readonly InstalledPackage[],
  legalComments: string,
): Promise<string> {
  const parts = await Promise.all(packages.map((item) => buildNotice(root, item)));
  const chromium = await readFile(join(texts, 'chromium.txt'), 'utf8');
  return [
    '# Third-party software in this package',
    ...new Set(parts.sort()),
    `## Chromium\n\n${fence(chromium)}`,
    `## Legal comments in the sources\n\n${fence(legalComments)}`,
  ].join('\n\n');
}

async function buildNotice(
  root: string,
  { directory, name, version, license, author }: InstalledPackage,
): Promise<string> {
  const files = (await readdir(join(root, directory)))
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .sort();
  const own = await Promise.all(files.map((file) => readFile(join(root, directory, file), 'utf8')));
  if (own.length === 0) {
    const text = await readFile(join(texts, `${license}.txt`), 'utf8').catch((cause) => {
      throw new Error(`${name} has no license file, and ${texts} has no ${license}.txt`, { cause });
    });
    const by = typeof author === 'string' ? author : (author?.name ?? `The authors of ${name}`);
    own.push(`Copyright ${by}\n\n${text}`);
  }
  return `## ${name} ${version} (${license})\n\n${own.map(fence).join('\n\n')}`;
}

/** Returns the text as a code block, so that Markdown does not interpret it. */
function fence(text: string): string {
  return `~~~~text\n${text.trim()}\n~~~~`;
}
