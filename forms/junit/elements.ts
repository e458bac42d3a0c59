import { xmlLine } from '../escaping/xml.ts';

type Attributes = Record<string, string | number>;

/** Returns an opening tag with escaped values. */
export function open(name: string, attributes: Attributes): string {
  const given = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${xmlLine(String(value), VALUE_MAX)}"`,
  );
  return `<${name}${given.join('')}>`;
}

/** An element that holds nothing but lines of text. */
export function textElement(name: string, attributes: Attributes, lines: readonly string[]): string {
  const content = lines.map((line) => `${xmlLine(line, LINE_MAX)}\n`).join('');
  return `${open(name, attributes)}\n${content}</${name}>\n`;
}

/** A whole test case. */
export function testCase(classname: string, name: string, content = ''): string {
  return `${open('testcase', { classname, name })}${content === '' ? '' : `\n${content}`}</testcase>\n`;
}

const VALUE_MAX = 2_500;
const LINE_MAX = 3_000;
