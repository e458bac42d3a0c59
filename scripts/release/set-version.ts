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
 * Returns the text of a document with another version in the names of the CLI package, such as `a11y-scan-0.2.0.tgz`.
 */
export function setPackageVersion(text: string, current: string, version: string): string {
  return buildPackageNames(current).reduce(
    (changed, name, index) => changed.replaceAll(name, buildPackageNames(version)[index] ?? name),
    text,
  );
}

/** Returns how documents write a version of the CLI package. */
export function buildPackageNames(version: string): [file: string, specifier: string] {
  return [`a11y-scan-${version}.tgz`, `a11y-scan@${version}`];
}
