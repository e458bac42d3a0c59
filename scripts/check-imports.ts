import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, sep } from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * The folders, such as `core` or `core/text`, that a folder may import, and other limits on its imports. A folder may
 * always import itself.
 */
interface Rule {
  readonly folders: readonly string[];
  /** Files beside the folders that it may import too. */
  readonly files?: readonly string[];
  /** Folders of which only types may be imported, and only from files with this name. */
  readonly typesOnly?: { readonly folder: string; readonly file: string };
  /** Packages that may be imported, including `node:` modules. If it is missing, any package may be imported. */
  readonly packages?: readonly string[];
  /** If a subfolder contains a file with this name, no other subfolder may import it. */
  readonly entryFile?: string;
  /**
   * All subfolders, in an order in which each may import only later ones. Files beside the subfolders may import any
   * of them, and all may import these files.
   */
  readonly order?: readonly string[];
}

const product = [
  'lib',
  'functions',
  'core',
  'use-cases',
  'formats',
  'adapters',
  'scanner',
  'local',
  'admin',
  'client',
  'cli',
  'dashboard',
];

const orderOfCli = [
  'process',
  'program',
  'commands',
  'init',
  'github',
  'local',
  'service',
  'outcome',
  'settings',
  'terminal',
  'command-line',
  'pipeline',
];

/** The import rules. A folder that is not listed must not contain code. */
export const rules: Readonly<Record<string, Rule>> = {
  bin: { folders: ['lib', 'scanner', 'dashboard'] },
  lib: { folders: ['core'], typesOnly: { folder: 'functions', file: 'env.ts' } },
  functions: { folders: ['core', 'use-cases', 'formats', 'adapters', 'scanner'], entryFile: 'handler.ts' },
  core: { folders: [], packages: ['zod', 'croner', 'node:crypto', 'node:zlib'] },
  'use-cases': { folders: ['core'] },
  formats: { folders: ['core'] },
  adapters: { folders: ['core'] },
  scanner: { folders: ['core'] },
  // The runtime reads only the synthesized templates of the service. It may also use the text escaping of core, and
  // find out whether the scanner can have its sandbox on this machine.
  local: { folders: ['core/text', 'scanner/sandbox'] },
  admin: { folders: ['core', 'use-cases', 'adapters', 'cli/command-line', 'cli/terminal'] },
  client: { folders: [] },
  cli: { folders: ['core', 'formats', 'scanner', 'client'], order: orderOfCli },
  // A client of the API in the browser. Only its build uses Node.js and esbuild.
  dashboard: {
    folders: ['core', 'client'],
    packages: ['preact', 'preact-iso', 'esbuild', 'node:crypto', 'node:fs', 'node:path'],
  },
  scripts: { folders: product },
  bench: { folders: product },
  test: { folders: [...product, 'scripts', 'bench', 'bin'], files: ['vitest.config.ts'] },
};

/**
 * Modules that must also run in browsers: those of the dashboard, and those of `core` with data and types for it. A
 * path that ends with `/` is a folder. None of the modules may load a module of Node.js, directly or through another
 * module.
 */
export const browserSafe: readonly string[] = [
  'core/access/grant.ts',
  'core/access/key-bodies.ts',
  'core/access/key-limits.ts',
  'core/access/key-record.ts',
  'core/access/key-text.ts',
  'core/access/key-view.ts',
  'core/access/principal.ts',
  'core/access/roles.ts',
  'core/access/rotation.ts',
  'core/access/session-text.ts',
  'core/api/',
  'core/audit/',
  'core/findings/finding-kind.ts',
  'core/fixes/',
  'core/gate/',
  'core/ids.ts',
  'core/listing/page.ts',
  'core/name-length.ts',
  'core/people/account-view.ts',
  'core/people/me-view.ts',
  'core/people/member-views.ts',
  'core/people/membership.ts',
  'core/people/session-view.ts',
  'core/problems/',
  'core/reports/count-listed.ts',
  'core/reports/report-formats.ts',
  'core/reports/report.ts',
  'core/rule-sets/',
  'core/scans/page-outcome.ts',
  'core/scans/scan-config.ts',
  'core/scans/scan.ts',
  'core/sites/site-bodies.ts',
  'core/sites/site.ts',
  'core/suppressions/',
  'core/trend/',
  'core/usage/',
  'core/wcag/',
  'dashboard/api/',
  'dashboard/main.tsx',
  'dashboard/parts/',
  'dashboard/screens/',
  'dashboard/shell/',
  'dashboard/text/',
];

export interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

/** Sources by path relative to the root, with `/`. */
export type Sources = ReadonlyMap<string, string>;

/**
 * Returns every module that a source names.
 * @throws Error if the source cannot be parsed
 */
export function parseImports(path: string, source: string): Import[] {
  const { module, errors } = parseSync(path, source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const found: Import[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every((entry) => entry.isType);
    found.push({ specifier: moduleRequest.value, typeOnly });
  }
  for (const entry of module.staticExports.flatMap(({ entries }) => entries)) {
    if (entry.moduleRequest) found.push({ specifier: entry.moduleRequest.value, typeOnly: entry.isType });
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = source.slice(moduleRequest.start, moduleRequest.end).match(/^['"](.*)['"]$/);
    if (literal?.[1] !== undefined) found.push({ specifier: literal[1], typeOnly: false });
  }
  return found;
}

/**
 * Checks sources against the rules.
 * @returns one line for each violation: where it is, what is wrong, and what is allowed; empty if all rules hold
 */
export function checkImports(sources: Sources): string[] {
  const faults: string[] = [];
  /** The modules that each source loads at run time; `names` below also has those of which only types are imported. */
  const loads = new Map<string, string[]>();
  const names = new Map<string, string[]>();
  const usesNode = new Map<string, string>();
  for (const [path, source] of sources) {
    const imports = parseImports(path, source);
    for (const each of imports) {
      const fault = checkImport(path, each, sources);
      if (fault !== undefined) faults.push(`${path}: '${each.specifier}': ${fault}`);
      if (!each.typeOnly && each.specifier.startsWith('node:')) usesNode.set(path, each.specifier);
    }
    const ofProject = imports.filter(({ specifier }) => specifier.startsWith('.'));
    const resolveAll = (some: readonly Import[]) => some.map(({ specifier }) => resolve(path, specifier));
    loads.set(path, resolveAll(ofProject.filter(({ typeOnly }) => !typeOnly)));
    names.set(path, resolveAll(ofProject));
  }
  return [
    ...faults,
    ...findNodeInBrowsers(loads, usesNode),
    ...findCycles(names).map((cycle) => `import cycle: ${cycle.join(' → ')}`),
  ];
}

/**
 * Returns one line for each browser-safe module that loads a module of Node.js, with the chain of imports that leads to
 * it.
 */
function findNodeInBrowsers(
  graph: ReadonlyMap<string, readonly string[]>,
  usesNode: ReadonlyMap<string, string>,
): string[] {
  const isBrowserSafe = (path: string) =>
    browserSafe.some((each) => (each.endsWith('/') ? path.startsWith(each) : path === each));
  return [...graph.keys()].filter(isBrowserSafe).flatMap((path) => {
    const chains = new Map([[path, [path]]]);
    for (const [module, chain] of chains) {
      const used = usesNode.get(module);
      if (used !== undefined) return [`${[...chain, used].join(' → ')}: ${path} must also run in browsers`];
      for (const next of graph.get(module) ?? []) if (!chains.has(next)) chains.set(next, [...chain, next]);
    }
    return [];
  });
}

/** A file as Node.js finds it: the sources run without a compiler. */
const FILE = /\.(?:ts|tsx|json|css)$/;

function checkImport(path: string, { specifier, typeOnly }: Import, sources: Sources): string | undefined {
  const folder = listFolders(path)[0] ?? '';
  const rule = rules[folder];
  if (rule === undefined) return `scripts/check-imports.ts has no rule for the folder ${folder}`;
  if (!specifier.startsWith('.')) {
    const name = getPackageName(specifier);
    if (rule.packages === undefined || rule.packages.includes(name)) return undefined;
    return `${folder} may import only these packages: ${rule.packages.join(', ')}`;
  }
  if (!FILE.test(specifier)) return 'the import must end with the extension of its file, such as .ts';
  const target = resolve(path, specifier);
  const [targetFolder = '', targetSubfolder] = listFolders(target);
  if (targetFolder === folder) {
    if (rule.order !== undefined) return checkOrder(rule.order, listFolders(path)[1], targetSubfolder);
    const subfolder = `${targetFolder}/${targetSubfolder}`;
    const isEntry = rule.entryFile !== undefined && sources.has(`${subfolder}/${rule.entryFile}`);
    if (!isEntry || targetSubfolder === listFolders(path)[1]) return undefined;
    return `${subfolder} is one function; move code that functions share to another folder`;
  }
  if (targetFolder === rule.typesOnly?.folder) {
    if (typeOnly && target.endsWith(`/${rule.typesOnly.file}`)) return undefined;
    return `${folder} may import only types from ${targetFolder}, and only from ${rule.typesOnly.file}`;
  }
  if (rule.folders.some((each) => target.startsWith(`${each}/`)) || rule.files?.includes(target))
    return undefined;
  return `${folder} may import ${rule.folders.length === 0 ? 'no other folder' : `only ${rule.folders.join(', ')}`}`;
}

/**
 * @param from the importing folder; undefined for files beside the folders, as `to`
 * @param to the imported folder
 */
function checkOrder(order: readonly string[], from: string | undefined, to: string | undefined) {
  if (from === undefined || to === undefined || from === to) return undefined;
  for (const folder of [from, to]) {
    if (!order.includes(folder))
      return `scripts/check-imports.ts does not list the folder ${folder} in the order`;
  }
  return order.indexOf(from) < order.indexOf(to)
    ? undefined
    : `${from} may import only folders later in the order; ${to} is earlier`;
}

/** Returns the folders of a path, without its file. */
function listFolders(path: string): string[] {
  return path.split('/').slice(0, -1);
}

function resolve(path: string, specifier: string): string {
  return normalize(join(dirname(path), specifier))
    .split(sep)
    .join('/');
}

function getPackageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const chain: string[] = [];
  const visit = (path: string): void => {
    const index = chain.indexOf(path);
    if (index >= 0) {
      cycles.push([...chain.slice(index), path]);
      return;
    }
    if (done.has(path)) return;
    chain.push(path);
    for (const target of graph.get(path) ?? []) visit(target);
    chain.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return cycles;
}

/**
 * Reads every TypeScript source in the folders that have rules. The benchmark is not included because it has its own
 * packages.
 */
export function readSources(root: string): Sources {
  const sources = new Map<string, string>();
  for (const folder of Object.keys(rules)) {
    const files = globSync('**/*.{ts,mts,cts,tsx}', {
      cwd: join(root, folder),
      exclude: (path) => basename(path) === 'node_modules',
    });
    for (const file of files) {
      sources.set([folder, ...file.split(sep)].join('/'), readFileSync(join(root, folder, file), 'utf8'));
    }
  }
  return sources;
}

if (import.meta.main) {
  const sources = readSources(join(import.meta.dirname, '..'));
  const faults = checkImports(sources);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`Import rules hold in ${sources.size} files.`);
}
