import { runGit } from '../release/git.ts';
import type { Fault } from './list-faults.ts';

/** Tests that a faulty copy must survive, from the cheapest to the most expensive. */
export interface Stage {
  name: string;
  /** Arguments of vitest. */
  args(fault: Fault): string[];
}

/** Files whose tests only `npm run test:all` or `npm run test:long` runs. */
const LATER = '**/*.{all,long}.test.ts';

const project = (name: string): Stage => ({
  name: `npm test: ${name}`,
  args: () => ['run', '--project', name, '--exclude', LATER],
});
const related = (...names: string[]): Stage => ({
  name: `npm test: ${names.join(' and ')}`,
  args: ({ file }) => [
    ...['related', file, '--run', '--passWithNoTests', '--exclude', LATER],
    ...names.flatMap((name) => ['--project', name]),
  ],
});

/** What `npm test` runs. Tests that import the faulty file come first, because most faults end there. */
export const testStages: readonly Stage[] = [
  related('unit'),
  related('infrastructure', 'integration', 'isolated'),
  project('unit'),
  project('infrastructure'),
  project('integration'),
  project('isolated'),
  project('e2e'),
];

/** What `npm run test:all` adds. */
export const allStage: Stage = { name: 'npm run test:all', args: () => ['run', '.all.test.'] };

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
  return { name: `the tests of ${former}`, args: () => ['run', ...files] };
}
