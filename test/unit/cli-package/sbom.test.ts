import { expect, it } from 'vitest';
import { listBundledPackages, OWN_CODE } from '../../../scripts/cli-package/bundled-packages.ts';
import { findPackageDirectory } from '../../../scripts/cli-package/installed-package.ts';
import { buildSbom, type SbomContents } from '../../../scripts/cli-package/sbom.ts';
import { validateSbom } from '../../support/sbom-schema.ts';

const browserFiles = [
  'axe.min.js',
  'chromium.br',
  'manifest.json',
  'files/fonts.conf',
  'files/fonts/Open_Sans/OpenSans-Bold.ttf',
  'files/lib/libexpat.so.1',
  'files/lib/libnspr4.so',
  'files/lib/libnss3.so',
  'files/libEGL.so',
  'files/libvk_swiftshader.so',
  'files/libvulkan.so.1',
];

const contents: SbomContents = {
  product: { name: 'a11y-scan', version: '1.2.3', license: 'Apache-2.0' },
  packages: [
    {
      directory: 'node_modules/@sparticuz/chromium',
      name: '@sparticuz/chromium',
      version: '153.0.0',
      license: 'MIT',
    },
    { directory: 'node_modules/axe-core', name: 'axe-core', version: '4.14.1', license: 'MPL-2.0' },
    { directory: 'node_modules/zod', name: 'zod', version: '4.6.7', license: '(MIT OR Apache-2.0)' },
    { directory: 'node_modules/a', name: 'a', version: '1.0.0', license: 'ISC' },
    { directory: 'node_modules/zod/node_modules/a', name: 'a', version: '1.0.0', license: 'ISC' },
  ],
  graph: new Map([
    [OWN_CODE, new Set(['node_modules/zod'])],
    ['node_modules/zod', new Set(['node_modules/zod/node_modules/a'])],
    ['node_modules/zod/node_modules/a', new Set<string>()],
    ['node_modules/a', new Set<string>()],
  ]),
  browserPackage: 'node_modules/@sparticuz/chromium',
  chromiumVersion: '153.0.8010.0',
  browserFiles,
};

it('builds an SBOM that the CycloneDX schema accepts', () => {
  expect(validateSbom(buildSbom(contents))).toEqual([]);
});

it('lists each package once, and each part of the browser with its files', () => {
  const { components } = buildSbom(contents);
  expect(components.map((item) => item['bom-ref'])).toEqual([
    'browser:ANGLE',
    'browser:Chromium',
    'browser:Expat',
    'browser:NSPR',
    'browser:NSS',
    'browser:Open Sans',
    'browser:SwiftShader',
    'browser:Vulkan Loader',
    'pkg:npm/%40sparticuz/chromium@153.0.0',
    'pkg:npm/a@1.0.0',
    'pkg:npm/axe-core@4.14.1',
    'pkg:npm/zod@4.6.7',
  ]);
  expect(components.find(({ name }) => name === 'Chromium')).toMatchObject({
    version: '153.0.8010.0',
    evidence: { occurrences: [{ location: 'dist/chromium/chromium.br' }] },
  });
});

it('states which component depends on which', () => {
  const { dependencies } = buildSbom(contents);
  const find = (wanted: string) => dependencies.find(({ ref }) => ref === wanted)?.dependsOn;
  expect(find('a11y-scan@1.2.3')).toEqual([
    'pkg:npm/%40sparticuz/chromium@153.0.0',
    'pkg:npm/axe-core@4.14.1',
    'pkg:npm/zod@4.6.7',
  ]);
  expect(find('pkg:npm/zod@4.6.7')).toEqual(['pkg:npm/a@1.0.0']);
  expect(find('pkg:npm/%40sparticuz/chromium@153.0.0')).toContain('browser:Chromium');
});

it('has equal bytes for equal contents, and another serial number for other contents', () => {
  const text = JSON.stringify(buildSbom(contents));
  expect(JSON.stringify(buildSbom(contents))).toBe(text);
  const other = buildSbom({ ...contents, chromiumVersion: '153.0.8011.0' });
  expect(other.serialNumber).not.toBe(buildSbom(contents).serialNumber);
});

it('rejects a file of the browser that belongs to no component, and a component without files', () => {
  expect(() => buildSbom({ ...contents, browserFiles: [...browserFiles, 'files/libnew.so'] })).toThrow(
    'files/libnew.so',
  );
  const withoutExpat = browserFiles.filter((path) => !path.includes('expat'));
  expect(() => buildSbom({ ...contents, browserFiles: withoutExpat })).toThrow('no files of Expat');
});

it.each([
  ['cli/main.ts', undefined],
  ['node_modules/zod/index.js', 'node_modules/zod'],
  ['node_modules/@puppeteer/browsers/lib/a.js', 'node_modules/@puppeteer/browsers'],
  ['node_modules/cliui/node_modules/string-width/index.js', 'node_modules/cliui/node_modules/string-width'],
])('finds the package of %s', (source, directory) => {
  expect(findPackageDirectory(source)).toBe(directory);
});

it('lists only packages whose code is in the bundle', () => {
  const toInput = (...paths: string[]) => ({
    bytes: 1,
    imports: paths.map((path) => ({ path, kind: 'import-statement' as const })),
  });
  const graph = listBundledPackages({
    inputs: {
      'cli/main.ts': toInput('node_modules/used/a.js', 'node_modules/unused/a.js'),
      'node_modules/used/a.js': toInput('node_modules/used/b.js'),
      'node_modules/used/b.js': toInput(),
      'node_modules/unused/a.js': toInput(),
    },
    outputs: {
      'main.js': {
        bytes: 2,
        imports: [],
        exports: [],
        inputs: {
          'cli/main.ts': { bytesInOutput: 1 },
          'node_modules/used/a.js': { bytesInOutput: 1 },
          'node_modules/unused/a.js': { bytesInOutput: 0 },
        },
      },
    },
  });
  expect(Object.fromEntries(graph)).toEqual({
    [OWN_CODE]: new Set(['node_modules/used']),
    'node_modules/used': new Set(),
  });
});
