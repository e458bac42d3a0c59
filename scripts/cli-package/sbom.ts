import { createHash } from 'node:crypto';
import { assignBrowserFiles, type BrowserComponent } from './browser-components.ts';
import { OWN_CODE, type PackageGraph } from './bundled-packages.ts';
import type { InstalledPackage } from './installed-package.ts';

/** The contents of the CLI package that its SBOM describes. */
export interface SbomContents {
  product: { name: string; version: string; license: string };
  /** Every npm package with code in the CLI package. */
  packages: readonly InstalledPackage[];
  graph: PackageGraph;
  /** Directory of the npm package that contains the browser. */
  browserPackage: string;
  /** Full version, e.g. `153.0.8010.0`. */
  chromiumVersion: string;
  /** Paths in the folder `chromium/`, with `/`. */
  browserFiles: readonly string[];
}

/** A component in CycloneDX 1.6, with the members used here: https://cyclonedx.org/docs/1.6/json/#components */
export interface SbomComponent {
  type: 'application' | 'library' | 'file';
  'bom-ref': string;
  group?: string;
  name: string;
  version?: string;
  purl?: string;
  cpe?: string;
  licenses: ({ license: { id: string } } | { expression: string })[];
  externalReferences?: { type: 'vcs'; url: string }[];
  evidence?: { occurrences: { location: string }[] };
}

/** A software bill of materials (SBOM) in CycloneDX 1.6: https://cyclonedx.org/docs/1.6/json/ */
export interface Sbom {
  $schema: string;
  bomFormat: 'CycloneDX';
  specVersion: '1.6';
  serialNumber: string;
  version: number;
  metadata: { lifecycles: { phase: 'build' }[]; component: SbomComponent };
  components: SbomComponent[];
  dependencies: { ref: string; dependsOn: string[] }[];
  compositions: { aggregate: 'incomplete'; assemblies: string[] }[];
}

/**
 * Builds the SBOM of the CLI package: the npm packages that are bundled or copied, and the parts of the browser. It has
 * no timestamp, and its serial number is derived from its content, so that equal packages have equal bytes.
 */
export function buildSbom(contents: SbomContents): Sbom {
  const { product, packages, graph, browserPackage } = contents;
  const root: SbomComponent = {
    type: 'application',
    'bom-ref': `${product.name}@${product.version}`,
    // No package URL: npm's public registry may have another package of this name.
    name: product.name,
    version: product.version,
    licenses: [describeLicense(product.license)],
  };
  const references = new Map(packages.map((item) => [item.directory, createPurl(item)]));
  references.set(OWN_CODE, root['bom-ref']);
  const browser = assignBrowserFiles(contents.browserFiles).map((part) =>
    describeBrowserPart(part, contents.chromiumVersion),
  );

  const dependencies = new Map<string, Set<string>>();
  const addDependencies = (from: string, to: Iterable<string>) =>
    dependencies.set(from, new Set([...(dependencies.get(from) ?? []), ...to]));
  for (const [directory, reference] of references) {
    const imported = [...(graph.get(directory) ?? [])].flatMap((item) => references.get(item) ?? []);
    addDependencies(reference, imported);
  }
  // Copied, not bundled, so the graph does not have them.
  const copied = packages.filter(({ directory }) => !graph.has(directory));
  addDependencies(root['bom-ref'], copied.map(createPurl));
  const browserReferences = browser.map((part) => part['bom-ref']);
  const owner = references.get(browserPackage);
  if (owner === undefined) throw new Error(`${browserPackage} is not among the packages`);
  addDependencies(owner, browserReferences);
  for (const reference of browserReferences) addDependencies(reference, []);

  // Copies of one version in several directories are one component.
  const components = new Map(
    [...packages.map(describePackage), ...browser].map((item) => [item['bom-ref'], item]),
  );
  const sbom = {
    metadata: { lifecycles: [{ phase: 'build' as const }], component: root },
    components: [...components.values()].sort((a, b) => compareTexts(a['bom-ref'], b['bom-ref'])),
    dependencies: [...dependencies]
      .map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort(compareTexts) }))
      .sort((a, b) => compareTexts(a.ref, b.ref)),
    // Chromium contains the work of many others, which chrome://credits lists.
    compositions: [{ aggregate: 'incomplete' as const, assemblies: browserReferences }],
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${deriveUuid(JSON.stringify(sbom))}`,
    version: 1,
    ...sbom,
  };
}

/** Returns the package URL: https://github.com/package-url/purl-spec */
function createPurl({ name, version }: Pick<InstalledPackage, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
}

function describePackage(item: Pick<InstalledPackage, 'name' | 'version' | 'license'>): SbomComponent {
  const purl = createPurl(item);
  const [, group, name = item.name] = /^(@[^/]+)\/(.+)$/.exec(item.name) ?? [];
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name,
    version: item.version,
    purl,
    licenses: [describeLicense(item.license)],
  };
}

function describeLicense(license: string): SbomComponent['licenses'][number] {
  return license.includes(' ') ? { expression: license } : { license: { id: license } };
}

function describeBrowserPart(
  { name, license, source, paths }: BrowserComponent & { paths: string[] },
  chromiumVersion: string,
): SbomComponent {
  // Vulnerabilities of Chromium are published for this CPE: https://nvd.nist.gov/products/cpe
  const identity =
    name === 'Chromium'
      ? {
          version: chromiumVersion,
          purl: `pkg:generic/chromium@${chromiumVersion}`,
          cpe: `cpe:2.3:a:google:chrome:${chromiumVersion}:*:*:*:*:*:*:*`,
        }
      : {};
  return {
    type: name === 'Chromium' ? 'application' : name === 'Open Sans' ? 'file' : 'library',
    'bom-ref': `browser:${name}`,
    name,
    ...identity,
    licenses: [describeLicense(license)],
    externalReferences: [{ type: 'vcs', url: source }],
    evidence: { occurrences: paths.map((path) => ({ location: `dist/chromium/${path}` })) },
  };
}

/** Compares by code units, so that the order does not depend on the locale. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns a UUID of version 8 (RFC 9562), which has bits of a hash of the text. */
function deriveUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
