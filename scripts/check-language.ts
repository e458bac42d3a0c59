/**
 * Checks the words, the names of constants and the length of text lines in the files that git knows, as a part of `npm
 * run lint`. Listed words fail, except for the uses in `scripts/language/allowed-uses.ts` and the names in
 * `scripts/language/frozen-names.ts`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkWords, USES_MAX } from './language/check-words.ts';
import { checkConstantNames } from './language/constant-names.ts';
import { checkLineLengths } from './language/line-lengths.ts';

const root = join(import.meta.dirname, '..');
/** Generated files, and outputs that tests compare. */
const IGNORED =
  /^client\/generated\/|^core\/(rule-sets\/axe-rules|checks\/checks)\.ts$|^docs\/checks\/|\/golden\/files\//;

const paths = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.md'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => path !== '' && !IGNORED.test(path));
const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));

const { faults, uses, frozenUses } = checkWords(sources);
for (const [path, source] of sources) {
  faults.push(...checkLineLengths(path, source));
  if (/\.tsx?$/.test(path)) faults.push(...checkConstantNames(path, source));
}
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exitCode = 1;
} else
  console.log(
    `Words, constants and line lengths are right in ${sources.size} files; ${uses} listed words are left (at most ${USES_MAX} may be), and ${frozenUses} uses of frozen names.`,
  );
