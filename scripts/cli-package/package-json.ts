export const PACKAGE_NAME = 'a11y-scan';

/** The part of the root's package.json that the CLI package uses. */
export interface RootPackage {
  version: string;
  license: string;
}

/** Builds the package.json of the CLI package. It has no dependencies and no install scripts. */
export function buildPackageJson({ version, license }: RootPackage): Record<string, unknown> {
  return {
    name: PACKAGE_NAME,
    version,
    description: 'Scans web sites for accessibility problems, from a terminal or a CI pipeline.',
    license,
    type: 'module',
    engines: { node: '>=22.12' },
    bin: { 'a11y-scan': 'dist/main.js' },
    exports: {
      '.': { types: './types/index.d.ts', default: './dist/client.js' },
      // The file has the same path, because editors read `$schema` as a path and ignore exports.
      './config.schema.json': './config.schema.json',
      './package.json': './package.json',
    },
    files: ['dist', 'types', 'config.schema.json', 'NOTICE', 'THIRD-PARTY-NOTICES.md', 'sbom.cdx.json'],
  };
}
