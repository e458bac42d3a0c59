import type { ApiMethod } from '../template/rest-api.ts';

/** The method that matches a request, with the values of the path parameters. */
export type Match = { method: ApiMethod; pathParameters: Record<string, string> };

/**
 * Finds the method for a request as API Gateway does: the resource with the more specific path wins (a literal
 * segment before a parameter, `{proxy+}` last), then the HTTP method, then `ANY`.
 *
 * @param path percent-encoded path without the stage
 * @returns undefined if no resource or method matches; API Gateway does not distinguish the two cases
 */
export function findMethod(
  methods: readonly ApiMethod[],
  httpMethod: string,
  path: string,
): Match | undefined {
  const segments = splitPath(path);
  const candidates: { resourcePath: string; rank: string; pathParameters: Record<string, string> }[] = [];
  for (const resourcePath of new Set(methods.map((method) => method.resourcePath))) {
    const match = matchPath(splitPath(resourcePath), segments);
    if (match) candidates.push({ resourcePath, ...match });
  }
  candidates.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const [best] = candidates;
  if (!best) return undefined;
  const own = methods.filter((method) => method.resourcePath === best.resourcePath);
  const method =
    own.find((candidate) => candidate.httpMethod === httpMethod) ??
    own.find((candidate) => candidate.httpMethod === 'ANY');
  return method && { method, pathParameters: best.pathParameters };
}

function splitPath(path: string): string[] {
  const trimmed = path.replace(/^\//, '');
  return trimmed === '' ? [] : trimmed.split('/');
}

/**
 * Matches a path with a resource. The rank has one digit per segment (0 literal, 1 parameter, 2 the rest), so that
 * comparing ranks as strings compares the paths.
 */
function matchPath(
  pattern: string[],
  segments: string[],
): { rank: string; pathParameters: Record<string, string> } | undefined {
  const pathParameters: Record<string, string> = Object.create(null);
  let rank = '';
  for (const [i, part] of pattern.entries()) {
    const segment = segments[i];
    if (segment === undefined) return undefined;
    const greedy = /^\{(.+)\+\}$/.exec(part)?.[1];
    if (greedy !== undefined) {
      pathParameters[greedy] = segments.slice(i).map(decodeSegment).join('/');
      return { rank: `${rank}2`, pathParameters };
    }
    const parameter = /^\{(.+)\}$/.exec(part)?.[1];
    if (parameter !== undefined) {
      if (segment === '') return undefined;
      pathParameters[parameter] = decodeSegment(segment);
      rank += '1';
    } else if (part === decodeSegment(segment)) rank += '0';
    else return undefined;
  }
  // One slash at the end of a path is not a segment.
  const rest = segments.slice(pattern.length);
  return rest.length === 0 || (rest.length === 1 && rest[0] === '') ? { rank, pathParameters } : undefined;
}

/** Decodes a segment. An invalid escape stays as it was sent. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
