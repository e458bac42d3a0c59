import { STATUS_CODES } from 'node:http';
import type { oas31 } from 'zod-openapi';

/** The sections of `components` with the shared parts of calls, except schemas. */
type Section = 'parameters' | 'headers' | 'examples' | 'responses';

type Parts = Record<string, unknown>;

/** One use of a part: `holder[key]`, and the name of its component. */
interface Use {
  holder: Parts;
  key: string;
  name: string;
}

interface Response {
  headers?: Parts;
  content?: Record<string, { examples?: Parts }>;
}

/**
 * Replaces repeated parts of a document's calls by references: parameters, headers, examples of problems and whole
 * problem responses. Changes the document.
 * @returns the components that the references name
 */
export function shareParts(document: oas31.OpenAPIObject): Record<Section, Parts> {
  const operations = Object.values(document.paths ?? {}).flatMap(
    (path) => Object.values(path ?? {}) as { parameters?: { name: string }[]; responses: Parts }[],
  );
  const responses = operations.map((operation) => operation.responses);
  const each = responses.flatMap((byStatus) => Object.values(byStatus) as Response[]);
  return {
    parameters: shareUses(
      'parameters',
      operations.flatMap(({ parameters = [] }) =>
        usesIn(parameters as unknown as Parts, (_, value) => (value as { name: string }).name),
      ),
    ),
    headers: shareUses(
      'headers',
      each.flatMap(({ headers = {} }) => usesIn(headers, headerName)),
    ),
    examples: shareUses(
      'examples',
      each.flatMap((response) => usesIn(problemExamples(response), (code) => code)),
    ),
    // Last, because their headers and examples are references now.
    responses: shareUses(
      'responses',
      responses.flatMap((byStatus) =>
        usesIn(byStatus, (status, value) => responseName(status, value as Response)),
      ),
    ),
  };
}

/** Returns every part of a holder that has a name. */
function usesIn(holder: Parts, nameOf: (key: string, value: unknown) => string): Use[] {
  return Object.entries(holder)
    .map(([key, value]) => ({ holder, key, name: nameOf(key, value) }))
    .filter(({ name }) => name !== '');
}

/**
 * Replaces each part that is used more than once by a reference.
 * @returns these parts by name
 */
function shareUses(section: Section, uses: readonly Use[]): Parts {
  const shared: Parts = Object.create(null);
  for (const [name, ofName] of Map.groupBy(uses, (use) => use.name)) {
    const byText = Map.groupBy(ofName, ({ holder, key }) => JSON.stringify(holder[key]));
    const repeated = [...byText].filter(([, same]) => same.length > 1);
    for (const [index, [text, same]] of repeated.toSorted(([, a], [, b]) => b.length - a.length).entries()) {
      const component = index === 0 ? name : `${name}.${index + 1}`;
      shared[component] = JSON.parse(text);
      for (const { holder, key } of same) holder[key] = { $ref: `#/components/${section}/${component}` };
    }
  }
  return shared;
}

function headerName(name: string, header: unknown): string {
  return (header as { required?: boolean }).required ? name : `${name}.optional`;
}

function problemExamples({ content = {} }: Response): Parts {
  return content['application/problem+json']?.examples ?? {};
}

/**
 * Returns a name such as `SiteNotFound` or `RoleTooSmallOrRequestBlocked`. For more than two codes it is the text of
 * the status. It is empty for a response without problems.
 */
function responseName(status: string, response: Response): string {
  const codes = Object.keys(problemExamples(response));
  if (codes.length > 2) return (STATUS_CODES[status] ?? status).replaceAll(' ', '');
  return codes
    .map((code) => code.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()))
    .join('Or');
}
