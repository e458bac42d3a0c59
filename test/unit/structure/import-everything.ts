import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Imports every module of the folders that are its arguments in this process and prints, as JSON, what the imports did:
 * the variables that our own modules read, those that any module changed, and the resources that are open afterwards.
 */
const root = join(import.meta.dirname, '..', '..', '..');
const folders = process.argv.slice(2);

const readBy = new Set<string>();
const changed = new Set<string>();
const recorded = new Proxy(process.env, {
  get(target, name, receiver) {
    if (typeof name === 'string') noteReader(name);
    return Reflect.get(target, name, receiver);
  },
  has(target, name) {
    if (typeof name === 'string') noteReader(name);
    return Reflect.has(target, name);
  },
  ownKeys(target) {
    noteReader('*');
    return Reflect.ownKeys(target);
  },
  set(_target, name) {
    changed.add(String(name));
    return true;
  },
});
Object.defineProperty(process, 'env', { value: recorded });

function noteReader(variable: string): void {
  const reader = (new Error().stack ?? '').split('\n')[3] ?? '';
  if (reader.includes(`${root}${sep}`) && !reader.includes('node_modules')) {
    readBy.add(`${variable} ${reader.trim()}`);
  }
}

const modules = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }));
for (const module of modules) {
  try {
    await import(pathToFileURL(join(root, module)).href);
  } catch (error) {
    throw new Error(`${module} cannot be imported`, { cause: error });
  }
}
const open = process.getActiveResourcesInfo().filter((resource) => !/^(PipeWrap|TTYWrap)$/.test(resource));
process.stdout.write(
  JSON.stringify({ modules: modules.length, read: [...readBy], changed: [...changed], open }),
);
