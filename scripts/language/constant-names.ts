import { parseSync } from 'oxc-parser';

const CONSTANT_CASE = /^[A-Z][A-Z0-9_]*$/;
const ARITHMETIC = /^(\+|-|\*|\*\*|\/|%)$/;

/** What this check reads of a syntax tree in the ESTree format. */
interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

/**
 * Checks the names of the constants at the top of a module: CONSTANT_CASE for a literal (number, text, regular
 * expression, and arithmetic or templates of them), camelCase for everything else.
 * @returns one line for each constant that is named otherwise
 * @throws Error if the source does not parse
 */
export function checkConstantNames(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  return (program.body as unknown as Node[]).flatMap((statement) => {
    const declaration = (statement.declaration ?? statement) as Node;
    if (declaration.type !== 'VariableDeclaration' || declaration.kind !== 'const') return [];
    return (declaration.declarations as Node[]).flatMap(({ id, init }) => {
      const { type, name } = id as Node & { name: string };
      if (type !== 'Identifier' || init === null) return [];
      const isConstantCase = CONSTANT_CASE.test(name);
      if (isLiteral(init as Node) === isConstantCase) return [];
      return [
        `${path}: ${name}: a literal at the top of a module is named in CONSTANT_CASE, everything else in camelCase`,
      ];
    });
  });
}

/** True if the value is a literal, or arithmetic or a template of literals and of constants that are literals. */
function isLiteral(node: Node): boolean {
  const areLiterals = (nodes: unknown) => (nodes as Node[]).every(isLiteral);
  switch (node.type) {
    case 'Literal':
      return node.value !== null && typeof node.value !== 'boolean';
    case 'Identifier':
      return CONSTANT_CASE.test(node.name as string);
    case 'TemplateLiteral':
      return areLiterals(node.expressions);
    case 'TaggedTemplateExpression':
      return isStringRaw(node.tag as Node) && areLiterals((node.quasi as Node).expressions);
    case 'UnaryExpression':
      return isLiteral(node.argument as Node);
    case 'BinaryExpression':
      return ARITHMETIC.test(node.operator as string) && areLiterals([node.left, node.right]);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return isLiteral(node.expression as Node);
    default:
      return false;
  }
}

function isStringRaw({ type, object, property }: Node): boolean {
  if (type !== 'MemberExpression') return false;
  return (object as Node).name === 'String' && (property as Node).name === 'raw';
}
