import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

/** Matches a module that a declaration names in a statement or a type, but not in a comment. */
const NAMED = /(^(?:import|export|\})[^'"\n]*\bfrom\s+|\bimport\(|^import\s+)(['"])([^'"\n]+)\2/gm;

/**
 * Writes the declarations of the client library: only those that its index refers to.
 * @param root directory with `cli/`
 * @param into directory of the declarations; `index.d.ts` is the entry
 * @throws Error if the compiler reports an error, or a declaration needs a package, which users would not have
 */
export async function writeClientTypes(root: string, into: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'a11y-scan-types-'));
  try {
    const client = join(root, 'client');
    await compile(root, client, folder);
    const waiting = [join(folder, 'index.d.ts')];
    const written = new Set<string>();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (written.has(path)) continue;
      written.add(path);
      const text = await readFile(path, 'utf8');
      for (const [, , , specifier = ''] of text.matchAll(NAMED)) {
        if (!specifier.startsWith('.')) {
          throw new Error(`${basename(path)}: the types of the client need the package ${specifier}`);
        }
        waiting.push(join(dirname(path), specifier.replace(/\.ts$/, '.d.ts')));
      }
      const target = join(into, relative(folder, path));
      await mkdir(dirname(target), { recursive: true });
      const asJavaScript = (_: string, before: string, quote: string, specifier: string) =>
        `${before}${quote}${specifier.replace(/\.ts$/, '.js')}${quote}`;
      await writeFile(target, text.replace(NAMED, asJavaScript));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compile(root: string, client: string, into: string): Promise<void> {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin',
    'tsc',
  );
  const settings = {
    declaration: true,
    emitDeclarationOnly: true,
    allowImportingTsExtensions: true,
    target: 'es2024',
    lib: 'es2024',
    module: 'nodenext',
    types: 'node',
    strict: true,
    skipLibCheck: true,
    rootDir: client,
    outDir: into,
    ignoreConfig: true,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  try {
    await promisify(execFile)(process.execPath, [compiler, ...flags, join(client, 'index.ts')], {
      cwd: root,
    });
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string };
    throw new Error(`The declarations of the client cannot be generated:\n${stdout}`, { cause: error });
  }
}
