import { listReleasedVersions, readUnreleased } from './changelog.ts';
import { compareVersions, parseVersion } from './version.ts';

/** Branch from which versions are released. */
export const RELEASE_BRANCH = 'main';

/** What decides whether a version can be released. */
export interface RepositoryState {
  /** Empty if HEAD is not on a branch. */
  branch: string;
  /** Lines of `git status --porcelain`. */
  changes: readonly string[];
  /** Packages that are not installed in the version of package-lock.json, one sentence each. */
  wrongPackages: readonly string[];
  /** Number of commits that the remote branch has and HEAD does not, as of the last fetch. */
  commitsBehind: number;
  /** Artifacts of the version that exist already in the target folder. */
  existingArtifacts: readonly string[];
  tags: readonly string[];
  /** Version in package.json. */
  currentVersion: string;
  changelog: string;
}

/** Returns the name of the tag of a version. */
export function buildTagName(version: string): string {
  return `v${version}`;
}

/** Returns everything that prevents the release of a version, as sentences; nothing if it can be released. */
export function findObstacles(versionText: string, state: RepositoryState): string[] {
  const obstacles: string[] = [];
  if (state.branch !== RELEASE_BRANCH) {
    const where = state.branch === '' ? 'no branch' : `the branch ${state.branch}`;
    obstacles.push(`HEAD is on ${where}. Switch to ${RELEASE_BRANCH}.`);
  }
  if (state.commitsBehind > 0) {
    obstacles.push(
      `HEAD lacks ${state.commitsBehind} of the commits of origin/${RELEASE_BRANCH}. Run \`git pull --ff-only\`.`,
    );
  }
  if (state.changes.length > 0) {
    obstacles.push(`The working tree has changes. Commit or remove them:\n${indentLines(state.changes)}`);
  }
  if (state.wrongPackages.length > 0) {
    obstacles.push(
      `Installed packages differ from package-lock.json. Run \`npm ci\`:\n${indentLines(state.wrongPackages)}`,
    );
  }
  if (readUnreleased(state.changelog) === undefined) {
    obstacles.push(
      'The section "Unreleased" of CHANGELOG.md is empty or missing. Describe the changes there.',
    );
  }
  for (const path of state.existingArtifacts) {
    obstacles.push(`${path} exists. Remove it, or choose another folder with --into.`);
  }
  return [...obstacles, ...findVersionObstacles(versionText, state)];
}

function indentLines(lines: readonly string[]): string {
  return lines.map((line) => `    ${line}`).join('\n');
}

function findVersionObstacles(versionText: string, state: RepositoryState): string[] {
  const version = parseVersion(versionText);
  if (version === undefined) {
    return [`"${versionText}" is not a semantic version such as 0.2.0 or 1.0.0-rc.1, without "v" before it.`];
  }
  if (state.tags.includes(buildTagName(versionText))) {
    return [`The tag ${buildTagName(versionText)} exists. Choose a higher version.`];
  }
  const released = [
    ...state.tags.flatMap((tag) => (tag.startsWith('v') ? (parseVersion(tag.slice(1)) ?? []) : [])),
    ...listReleasedVersions(state.changelog).flatMap((text) => parseVersion(text) ?? []),
  ];
  const highest = released.sort(compareVersions).at(-1);
  if (highest !== undefined && compareVersions(version, highest) <= 0) {
    return [
      `${versionText} is not higher than the released version ${highest.text}. Choose a higher version.`,
    ];
  }
  // The first release may have the version that package.json has had until now.
  const current = parseVersion(state.currentVersion);
  if (current !== undefined && compareVersions(version, current) < 0) {
    return [`${versionText} is lower than ${current.text} in package.json. Choose a higher version.`];
  }
  return [];
}
