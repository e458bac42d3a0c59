import { runGit } from '../release/git.ts';

/** Tests that a faulty copy must survive. */
export interface Stage {
  name: string;
  /** Arguments of vitest. */
  args: readonly string[];
  /** Some times what it takes on a busy machine. Tests that never end have found a fault. */
  minutes: number;
}

/** What `npm test` runs, from the cheapest to the most expensive. */
export const testStages: readonly Stage[] = [
  { minutes: 6, projects: ['unit'] },
  { minutes: 10, projects: ['infrastructure'] },
  { minutes: 30, projects: ['integration', 'isolated'] },
  { minutes: 30, projects: ['e2e'] },
].map(({ minutes, projects }) => ({
  name: `npm test: ${projects[0]}`,
  args: [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    // Files whose tests only `npm run test:all` or `npm run test:long` runs.
    ...['--exclude', '**/*.{all,long}.test.ts'],
  ],
  minutes,
}));

/** What `npm run test:all` adds. */
export const allStage: Stage = { name: 'npm run test:all', args: ['run', '.all.test.'], minutes: 90 };

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
  return { name: `the tests of ${former}`, args: ['run', ...files], minutes: 90 };
}
