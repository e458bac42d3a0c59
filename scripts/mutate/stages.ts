import { runGit } from '../release/git.ts';

/** Tests that a faulty copy must survive. */
export interface Stage {
  name: string;
  /** Arguments of vitest. */
  args: readonly string[];
}

/** Files whose tests only `npm run test:all` or `npm run test:long` runs. */
const LATER = '**/*.{all,long}.test.ts';

/** Returns the unit tests that import a file: the cheapest ones, which find most faults. */
export function buildFirstStage(file: string): Stage {
  const args = ['related', file, '--run', '--passWithNoTests', '--exclude', LATER, '--project', 'unit'];
  return { name: 'npm test: unit', args };
}

/** What `npm test` runs, from the cheapest to the most expensive. */
export const testStages: readonly Stage[] = [
  ['unit'],
  ['infrastructure'],
  ['integration', 'isolated'],
  ['e2e'],
].map((projects) => ({
  name: `npm test: ${projects[0]}`,
  args: ['run', ...projects.flatMap((name) => ['--project', name]), '--exclude', LATER],
}));

/** What `npm run test:all` adds. */
export const allStage: Stage = { name: 'npm run test:all', args: ['run', '.all.test.'] };

/**
 * Returns the tests of an earlier commit that are different now or are gone. The others would only be run again.
 * @throws Error if the repository does not have the commits
 */
export async function buildFormerStage(root: string, former: string, commit: string): Promise<Stage> {
  const changed = await runGit(root, [
    'diff',
    '--name-only',
    '--diff-filter=DM',
    '--no-renames',
    former,
    commit,
    'test',
  ]);
  const files = changed.split('\n').filter((file) => file.endsWith('.test.ts'));
  return { name: `the tests of ${former}`, args: ['run', ...files] };
}
