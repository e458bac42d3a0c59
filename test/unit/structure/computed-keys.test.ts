import { describe, expect, it } from 'vitest';
import { listSources, type Node, visitNodes } from './source-trees.ts';

/**
 * Returns the objects of a file that begin as `{}` and get members by computed names. A name from outside, such as
 * `__proto__`, changes or reads the prototype of all objects there.
 */
function listObjectsWithPrototype(source: { path: string; code: string }): string[] {
  const empty = new Set<unknown>();
  const written = new Set<unknown>();
  visitNodes(source, ({ type, id, init, left }) => {
    const value = init as Node | null | undefined;
    const isEmpty = value?.type === 'ObjectExpression' && (value.properties as unknown[]).length === 0;
    if (type === 'VariableDeclarator' && isEmpty) empty.add((id as Node).name);
    if (type !== 'AssignmentExpression') return;
    const { computed, object, property } = left as Node;
    if (computed && (property as Node).type !== 'Literal') written.add((object as Node).name);
  });
  return [...empty].filter((name) => written.has(name)).map((name) => `${source.path}: ${name}`);
}

describe('objects with computed names', () => {
  it('are recognized if they have a prototype', () => {
    const find = (code: string) => listObjectsWithPrototype({ path: 'a.ts', code });
    expect(find('const all: Record<string, string> = {}; all[name] = value;')).toEqual(['a.ts: all']);
    expect(find('let all = {}; function f() { all[name] ??= []; }')).toEqual(['a.ts: all']);
    expect(find("const all = {}; all['name'] = value;")).toEqual([]);
    expect(find('const all = Object.create(null); all[name] = value;')).toEqual([]);
  });

  it('have no prototype: begin with `Object.create(null)`, or use a map', () => {
    expect(listSources().flatMap(listObjectsWithPrototype)).toEqual([]);
  });
});
