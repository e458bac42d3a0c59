import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What is in the package without being bundled: the browser's npm package and axe-core's script. */
const shipped = ['@sparticuz/chromium', 'axe-core'];

const texts = join(import.meta.dirname, 'license-texts');

/**
 * What the licences of everything in the package ask to be told: for each npm package its name, version and licence
 * with its text.
 * @param root directory with `node_modules/`
 * @param inputs sources that were bundled, relative to the root
 * @param legalComments what those sources ask to be kept with them
 * @returns Markdown
 * @throws Error for a package whose licence has no text here
 */
export async function noticesOf(
  root: string,
  inputs: readonly string[],
  legalComments: string,
): Promise<string> {
  const names = new Set([...shipped, ...inputs.flatMap((input) => packageOf(input) ?? [])]);
  const parts = await Promise.all([...names].sort().map((name) => noticeOf(root, name)));
  const chromium = await readFile(join(texts, 'chromium.txt'), 'utf8');
  return [
    '# What this package contains of others',
    ...parts,
    `## Chromium\n\n${fenced(chromium)}`,
    `## Comments of the sources\n\n${fenced(legalComments)}`,
  ].join('\n\n');
}

/** The npm package that a source belongs to; undefined for one of ours. */
function packageOf(input: string): string | undefined {
  const at = input.lastIndexOf('node_modules/');
  if (at < 0) return undefined;
  const [first = '', second = ''] = input.slice(at + 'node_modules/'.length).split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

async function noticeOf(root: string, name: string): Promise<string> {
  const directory = join(root, 'node_modules', ...name.split('/'));
  const { version, license, author } = JSON.parse(
    await readFile(join(directory, 'package.json'), 'utf8'),
  ) as {
    version: string;
    license: string;
    author?: string | { name: string };
  };
  const files = (await readdir(directory))
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .sort();
  const own = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
  if (own.length === 0) {
    const text = await readFile(join(texts, `${license}.txt`), 'utf8').catch((cause) => {
      throw new Error(`${name} has no licence file, and ${texts} no ${license}.txt`, { cause });
    });
    const by = typeof author === 'string' ? author : (author?.name ?? `The authors of ${name}`);
    own.push(`Copyright ${by}\n\n${text}`);
  }
  return `## ${name} ${version} (${license})\n\n${own.map(fenced).join('\n\n')}`;
}

/** As it stands, whatever Markdown would make of it. */
function fenced(text: string): string {
  return `~~~~text\n${text.trim()}\n~~~~`;
}
