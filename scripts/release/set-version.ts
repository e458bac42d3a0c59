import { buildTagName } from './obstacles.ts';

interface VersionedJson {
  version: string;
  packages?: Record<string, { version?: string }>;
}

/** Returns the text of package.json or package-lock.json with another version of the root package. */
export function setVersion(text: string, version: string): string {
  const json = JSON.parse(text) as VersionedJson;
  json.version = version;
  const root = json.packages?.[''];
  if (root !== undefined) root.version = version;
  return `${JSON.stringify(json, null, 2)}\n`;
}

/**
 * Returns the text of a document with another version in the names of what is released, such as `a11y-scan-0.2.0.tgz`.
 */
export function setReleaseVersion(text: string, current: string, version: string): string {
  return buildReleaseNames(current).reduce(
    (changed, name, index) => changed.replaceAll(name, buildReleaseNames(version)[index] ?? name),
    text,
  );
}

/** Returns how documents write a version of the CLI package and of the Action. */
export function buildReleaseNames(version: string): [file: string, specifier: string, action: string] {
  return [`a11y-scan-${version}.tgz`, `a11y-scan@${version}`, `a11y-scan-service@${buildTagName(version)}`];
}
