/** What is taken from the root's package.json. */
export interface RootPackage {
  version: string;
  license: string;
}

/** The package.json of the command's package: nothing to install, nothing that runs when it is installed. */
export function packageJsonOf({ version, license }: RootPackage): Record<string, unknown> {
  return {
    name: 'a11y-scan',
    version,
    description: 'Scans web sites for accessibility problems, from a terminal or a pipeline.',
    license,
    type: 'module',
    engines: { node: '>=22.12' },
    bin: { 'a11y-scan': 'dist/main.js' },
    exports: {
      '.': { types: './types/index.d.ts', default: './dist/client.js' },
      // Of this name as a file too: editors follow `$schema` as a path and know no exports.
      './config.schema.json': './config.schema.json',
      './package.json': './package.json',
    },
    files: ['dist', 'types', 'config.schema.json', 'THIRD-PARTY-NOTICES.md'],
  };
}
