import { parseSync, Visitor } from 'oxc-parser';

/** What a fault does to the code. */
export const faultKinds = [
  'condition inverted',
  'bound moved',
  'call omitted',
  'constant changed',
  'branch removed',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** A small change of one source file. */
export interface Fault {
  /** Path from the root of the repository. */
  file: string;
  /** Line of the first changed character, from 1. */
  line: number;
  kind: FaultKind;
  /** The replaced range of the source, and its new text. */
  start: number;
  end: number;
  replacement: string;
}

interface Span {
  start: number;
  end: number;
}

const otherBounds: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

/** Returns every fault that can be put into a source file. Some of them do not compile. */
export function listFaults(file: string, source: string): Fault[] {
  const faults: Fault[] = [];
  const add = (kind: FaultKind, { start, end }: Span, replacement: string) => {
    const line = source.slice(0, start).split('\n').length;
    faults.push({ file, line, kind, start, end, replacement });
  };
  const textOf = ({ start, end }: Span) => source.slice(start, end);
  const invert = (test: Span) => add('condition inverted', test, `!(${textOf(test)})`);
  const visitor = new Visitor({
    IfStatement(node) {
      invert(node.test);
      if (node.alternate === null) add('branch removed', node, '{}');
      else add('branch removed', node.alternate, '{}');
    },
    ConditionalExpression: ({ test }) => invert(test),
    WhileStatement: ({ test }) => invert(test),
    BinaryExpression({ operator, left, right }) {
      const other = otherBounds[operator];
      if (other === undefined) return;
      const between = { start: left.end, end: right.start };
      add('bound moved', between, textOf(between).replace(operator, other));
    },
    ExpressionStatement(node) {
      const { expression } = node;
      const called = expression.type === 'AwaitExpression' ? expression.argument : expression;
      if (called.type === 'CallExpression' && called.callee.type !== 'Super') add('call omitted', node, ';');
    },
    Literal(node) {
      // A literal type has the same node. Its change hardly ever compiles, and never changes what the code does.
      if (typeof node.value === 'boolean') add('constant changed', node, String(!node.value));
      if (typeof node.value === 'number') add('constant changed', node, String(node.value + 1));
    },
  });
  visitor.visit(parseSync(file, source).program);
  return faults;
}

/** Returns the source with the fault. */
export function applyFault(source: string, { start, end, replacement }: Fault): string {
  return source.slice(0, start) + replacement + source.slice(end);
}
