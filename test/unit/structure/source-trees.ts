import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

const root = join(import.meta.dirname, '../../..');
/** Folders whose code sees no text from outside, because it runs only on a developer's machine. */
const DEVELOPMENT = /^(?:test|bench|scripts|lib|bin)\//;

/** A node of a syntax tree in the ESTree format. */
export interface Node {
  readonly type?: string;
  readonly [member: string]: unknown;
}

/** Returns the files of the service, the command and the client, with their code. */
export function listSources(): { path: string; code: string }[] {
  const list = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' });
  return list
    .trim()
    .split('\n')
    .filter((path) => !DEVELOPMENT.test(path))
    .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }));
}

/** Calls a function with each node of the syntax tree of a file. */
export function visitNodes(
  { path, code }: { path: string; code: string },
  onNode: (node: Node) => void,
): void {
  visit(parseSync(path, code).program, onNode);
}

function visit(value: unknown, onNode: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) onNode(value as Node);
  for (const member of Object.values(value)) visit(member, onNode);
}
