import { basename } from 'node:path';
import type { DashboardFile } from '../../../core/dashboard/dashboard-file.ts';
import { parseImports } from '../../../scripts/check-imports.ts';

/** The scripts that a screen loads in addition to those of the first load. */
export interface ScreenScripts {
  name: string;
  scripts: DashboardFile[];
}

/** Returns the scripts of the first load, and those of each screen and of each part that is loaded later. */
export function listScripts(files: readonly DashboardFile[]): {
  first: DashboardFile[];
  screens: ScreenScripts[];
} {
  const scripts = new Map(
    files.filter(({ path }) => path.endsWith('.js')).map((file) => [basename(file.path), file]),
  );
  const graph = new Map([...scripts].map(([name, { contents }]) => [name, parseEdges(contents)]));
  const collect = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    for (const each of graph.get(name)?.fixed ?? []) collect(each, found);
    return found;
  };
  const main = [...scripts.keys()].find((name) => name.startsWith('main-'));
  if (main === undefined) throw new Error('The dashboard has no main script.');
  const first = collect(main);
  const toFiles = (names: Iterable<string>) => [...names].flatMap((name) => scripts.get(name) ?? []);
  const entries = new Set<string>();
  const collectEntries = (name: string): void => {
    for (const script of collect(name)) {
      for (const entry of graph.get(script)?.dynamic ?? []) {
        if (entries.has(entry)) continue;
        entries.add(entry);
        collectEntries(entry);
      }
    }
  };
  collectEntries(main);
  const screens = [...entries].map((entry) => ({
    name: entry.replace(/-[A-Z0-9]{8}\.js$/, ''),
    scripts: toFiles([...collect(entry)].filter((name) => !first.has(name))),
  }));
  return { first: toFiles(first), screens };
}

/** Returns the scripts that a script imports at once, and those that it imports later. */
function parseEdges(contents: Uint8Array): { fixed: string[]; dynamic: string[] } {
  const source = Buffer.from(contents).toString();
  const dynamic = [...source.matchAll(/import\("\.\/([\w.-]+)"\)/g)].map(([, name = '']) => name);
  const all = parseImports('bundle.js', source).map(({ specifier }) => basename(specifier));
  return { fixed: all.filter((name) => !dynamic.includes(name)), dynamic };
}
