import { readFileSync } from 'node:fs';
import sax from 'sax';
import { validateXML } from 'xmllint-wasm';

const schema = readFileSync(new URL('../../fixtures/schemas/junit-10.xsd', import.meta.url), 'utf8');

/** A parsed element. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

/** Returns the errors of Jenkins' schema or of the parser in a JUnit file; empty if it is valid. */
export async function junitFaults(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'report.xml', contents: xml }],
    schema: [schema],
  });
  return errors.map(({ message }) => message);
}

/** Returns the root of an XML document, strictly parsed. */
export function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const stack = [root];
  const parser = sax.parser(true);
  parser.onopentag = ({ name, attributes }) => {
    const element = { name, attributes: { ...attributes } as Record<string, string>, children: [], text: '' };
    stack.at(-1)?.children.push(element);
    stack.push(element);
  };
  parser.onclosetag = () => void stack.pop();
  parser.ontext = (text) => {
    const top = stack.at(-1);
    if (top) top.text += text;
  };
  parser.onerror = (error) => {
    throw error;
  };
  parser.write(xml).close();
  const [first] = root.children;
  if (!first) throw new Error('the document has no element');
  return first;
}
