const UNRELEASED_HEADING = /^## Unreleased[ \t]*$/m;

interface Section {
  /** Offsets of the heading and of the text after it, up to the next heading of this level. */
  start: number;
  bodyStart: number;
  end: number;
}

function findUnreleased(changelog: string): Section | undefined {
  const match = UNRELEASED_HEADING.exec(changelog);
  if (match === null) return undefined;
  const bodyStart = match.index + match[0].length;
  const length = changelog.slice(bodyStart).search(/^## /m);
  return { start: match.index, bodyStart, end: length < 0 ? changelog.length : bodyStart + length };
}

/** Returns the text of the section "Unreleased"; undefined if it does not exist or has headings only. */
export function readUnreleased(changelog: string): string | undefined {
  const section = findUnreleased(changelog);
  if (section === undefined) return undefined;
  const body = changelog.slice(section.bodyStart, section.end).trim();
  const hasContent = body.split('\n').some((line) => line.trim() !== '' && !line.startsWith('#'));
  return hasContent ? body : undefined;
}

/** Returns the versions that have a section, e.g. `0.2.0` for `## 0.2.0 - 2026-11-23`. */
export function listReleasedVersions(changelog: string): string[] {
  return Array.from(changelog.matchAll(/^## \[?v?(\d[^\s\]]*)/gm), ([, version = '']) => version);
}

/**
 * Returns the changelog with the section "Unreleased" moved under a version, and a new, empty section above it.
 * @param date of the release, as `2026-11-23`
 */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  const section = findUnreleased(changelog);
  if (section === undefined) throw new Error('CHANGELOG.md has no section "## Unreleased".');
  const body = changelog.slice(section.bodyStart, section.end).trim();
  const after = changelog.slice(section.end);
  return [
    changelog.slice(0, section.start),
    `## Unreleased\n\n## ${version} - ${date}\n\n${body}\n`,
    after === '' ? '' : `\n${after}`,
  ].join('');
}
