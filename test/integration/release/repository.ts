import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';

// Without the git settings of the user who runs the tests, such as signing.
export const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
};

/** Creates a repository with one commit of the folder's files. */
export function createRepository(path: string): void {
  const options = { cwd: path, env };
  execFileSync('git', ['init', '--quiet', '--initial-branch=main'], options);
  const config = {
    'user.name': 'Tester',
    'user.email': 'tester@example.com',
    // Replaces the git settings of the user who runs the tests.
    'commit.gpgSign': 'false',
    'tag.gpgSign': 'false',
    'core.hooksPath': join(path, '.git', 'hooks'),
  };
  for (const [name, value] of Object.entries(config)) execFileSync('git', ['config', name, value], options);
  // A folder pattern in .gitignore does not match a symbolic link.
  writeFileSync(join(path, '.git', 'info', 'exclude'), 'node_modules\n.cache\n');
  execFileSync('git', ['add', '--all'], options);
  execFileSync('git', ['commit', '--quiet', '--message=Start'], options);
}
