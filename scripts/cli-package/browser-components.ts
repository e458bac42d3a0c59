/** A component that is part of the packed browser. */
export interface BrowserComponent {
  name: string;
  /** SPDX identifier. */
  license: string;
  source: string;
  /** Matches the paths of its files in the folder `chromium/` of the package. */
  files: RegExp;
}

const CHROMIUM_SOURCE = 'https://chromium.googlesource.com/chromium/src/';

/**
 * What the npm package @sparticuz/chromium contains besides its scripts. Only Chromium's version is known: the package
 * does not state the versions of the others.
 */
const browserComponents: readonly BrowserComponent[] = [
  { name: 'Chromium', license: 'BSD-3-Clause', source: CHROMIUM_SOURCE, files: /^chromium\.br$/ },
  {
    name: 'ANGLE',
    license: 'BSD-3-Clause',
    source: 'https://chromium.googlesource.com/angle/angle',
    files: /^files\/lib(?:EGL|GLESv2)\.so$/,
  },
  {
    name: 'SwiftShader',
    license: 'Apache-2.0',
    source: 'https://swiftshader.googlesource.com/SwiftShader',
    files: /^files\/(?:lib)?vk_swiftshader/,
  },
  {
    name: 'Vulkan Loader',
    license: 'Apache-2.0',
    source: 'https://github.com/KhronosGroup/Vulkan-Loader',
    files: /^files\/libvulkan\.so/,
  },
  {
    name: 'NSS',
    license: 'MPL-2.0',
    source: 'https://hg.mozilla.org/projects/nss',
    files: /^files\/lib\/lib(?:freebl|nss|softokn)/,
  },
  {
    name: 'NSPR',
    license: 'MPL-2.0',
    source: 'https://hg.mozilla.org/projects/nspr',
    files: /^files\/lib\/lib(?:nspr|plc|plds)/,
  },
  {
    name: 'Expat',
    license: 'MIT',
    source: 'https://github.com/libexpat/libexpat',
    files: /^files\/lib\/libexpat\.so/,
  },
  {
    name: 'Open Sans',
    license: 'OFL-1.1',
    source: 'https://github.com/googlefonts/opensans',
    files: /^files\/fonts\/Open_Sans\//,
  },
];

/**
 * Files in the folder `chromium/` that belong to no component: they come from this project or from the npm package
 * itself.
 */
const OTHER_FILES = /^(?:manifest\.json|axe\.min\.js|files\/fonts\.conf)$/;

/**
 * Returns the components of the packed browser, each with its files.
 * @param files paths in the folder `chromium/`, with `/`
 * @throws Error if a file belongs to no component, or a component has no file
 */
export function assignBrowserFiles(files: readonly string[]): (BrowserComponent & { paths: string[] })[] {
  const assigned = browserComponents.map((component) => ({
    ...component,
    paths: files.filter((path) => component.files.test(path)).sort(),
  }));
  const known = new Set(assigned.flatMap(({ paths }) => paths));
  const unknown = files.filter((path) => !known.has(path) && !OTHER_FILES.test(path));
  if (unknown.length > 0) {
    throw new Error(`browser-components.ts lists no component with these files: ${unknown.join(', ')}`);
  }
  const missing = assigned.filter(({ paths }) => paths.length === 0).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`The packed browser has no files of ${missing.join(', ')}`);
  return assigned;
}
