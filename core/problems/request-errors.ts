import type { z } from 'zod';
import { TOKEN } from '../sites/header-names.ts';
import { escapeText } from '../text/active-characters.ts';
import { listMemberNames } from './member-names.ts';
import { findNearest } from './nearest.ts';
import type { RequestError } from './problem.ts';

type Issue = z.core.$ZodIssue;
type UnionIssue = z.core.$ZodIssueInvalidUnion;

/** Length to which an error cuts a name, in UTF-16 units. */
const NAME_SHOWN_MAX = 100;

/** Below this member, everything that the caller sent may be secret, even names. */
const SECRET_MEMBER = 'credentials';
/** Maximum length of a header name. A longer text may be a value at the wrong position. */
const HEADER_NAME_MAX = 64;

/**
 * Returns the errors that a schema found in a request, in words for the caller.
 * @param error the schema's error
 * @param root prefix of the paths: '' for the body, `query` or `header`
 * @param input what was validated; used to find missing members and names similar to a wrong value
 * @param schema the schema of the request; its names are suggested for an unknown one
 */
export function listRequestErrors(
  error: z.ZodError,
  root: '' | 'query' | 'header',
  input: unknown,
  schema?: z.ZodType,
): RequestError[] {
  return error.issues.flatMap((issue) => toRequestErrors(issue, { root, input, schema }));
}

/** The request that an error message refers to. */
interface Request {
  root: string;
  input: unknown;
  schema: z.ZodType | undefined;
}

function toRequestErrors(issue: Issue, request: Request): RequestError[] {
  const { root, input, schema } = request;
  if (issue.code === 'unrecognized_keys' && issue.path[0] === SECRET_MEMBER) {
    return [{ path: formatPath(root, issue.path), message: 'has a member that is not known here' }];
  }
  if (issue.code === 'unrecognized_keys') {
    const names = schema ? listMemberNames(schema, issue.path) : [];
    return issue.keys.map((key) => {
      // A variant of a union may refuse a member that another one has.
      const known = names.filter((name) => name !== key);
      const near = findNearest(key, known);
      return {
        path: formatPath(root, [...issue.path, key]),
        message: `is not known here${near ? `; did you mean ${near}?` : ''}`,
        ...(known.length > 0 ? { allowed: [...known] } : {}),
      };
    });
  }
  const path = formatPath(root, toShowablePath(issue.path));
  const value = getValueAt(input, issue.path);
  if (value === undefined && issue.path.length > 0)
    return [{ path, message: 'is required', ...getAllowedValues(issue) }];
  if (issue.code === 'invalid_union') return toUnionErrors(issue, value, request);
  if (issue.code === 'invalid_value')
    return [{ path, message: describeWrongValue(issue.values, value), ...getAllowedValues(issue) }];
  return [{ path, message: describeIssue(issue, value) }];
}

/**
 * Returns the errors of a value that matches no variant of a union. If the value is an object and one variant has the
 * fewest issues, returns the errors of that variant. Otherwise names the variants by the schema's own message.
 */
function toUnionErrors(issue: UnionIssue, value: unknown, request: Request): RequestError[] {
  const issues: Issue[][] = issue.errors;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const candidates = issues.filter((candidate) => isObject && !candidate.some(isOtherType));
  const fewest = Math.min(...candidates.map((candidate) => candidate.length));
  const [closest, ...others] = candidates.filter((candidate) => candidate.length === fewest);
  if (closest && others.length === 0) {
    return closest.flatMap((inner) =>
      toRequestErrors({ ...inner, path: [...issue.path, ...inner.path] }, request),
    );
  }
  const allowed = issues
    .flat()
    .flatMap((each) => (isOtherType(each) ? (getAllowedValues(each).allowed ?? []) : []));
  const near = typeof value === 'string' ? findNearest(value, allowed.map(String)) : undefined;
  return [
    {
      path: formatPath(request.root, toShowablePath(issue.path)),
      message: near ? `is not an allowed value; did you mean ${near}?` : issue.message,
      ...(allowed.length > 0 ? { allowed } : {}),
    },
  ];
}

function isOtherType({ code, path }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');
}

/** Returns the part of the path that may be shown. */
function toShowablePath(path: readonly PropertyKey[]): readonly PropertyKey[] {
  const name = path[0] === SECRET_MEMBER && path[1] === 'headers' ? path[2] : undefined;
  if (name === undefined) return path;
  return TOKEN.test(String(name)) && String(name).length <= HEADER_NAME_MAX ? path : path.slice(0, 2);
}

function getAllowedValues(issue: Issue): { allowed?: RequestError['allowed'] } {
  return issue.code === 'invalid_value' ? { allowed: issue.values as RequestError['allowed'] } : {};
}

function describeWrongValue(values: readonly unknown[], value: unknown): string {
  const near = typeof value === 'string' ? findNearest(value, values.map(String)) : undefined;
  if (near) return `is not an allowed value; did you mean ${near}?`;
  return `must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`;
}

function describeIssue(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      // The schema refuses every value, and its own message says why.
      if (issue.expected === 'never') return issue.message;
      if (typeof value === 'number' && ['int', 'number'].includes(issue.expected)) {
        return Number.isFinite(value) ? `must be a whole number; it is ${value}` : 'must be a smaller number';
      }
      return `must be ${withArticle(issue.expected)}, not ${typeName(value)}`;
    case 'too_big':
      return `must ${bound(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}`;
    case 'too_small':
      // A message that the schema defines says more than a number.
      if (!issue.message.startsWith('Too small')) return issue.message;
      if (issue.minimum === 1 && unit(issue.origin) !== '') return 'must not be empty';
      return `must ${bound(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}`;
    default:
      return issue.message;
  }
}

function bound(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have' : 'be';
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}

function withArticle(type: string): string {
  if (type === 'int') return 'a whole number';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return withArticle(Array.isArray(value) ? 'array' : typeof value);
}

/**
 * Returns a path as people write it: `config.rules[0]`. A member's name with other characters is quoted. Names that the
 * caller sent are cut, and their active characters are escaped.
 */
export function formatPath(root: string, path: readonly PropertyKey[]): string {
  let text = root;
  for (const step of path) {
    const name = toShowableName(String(step));
    if (typeof step === 'number') text += `[${step}]`;
    else if (root === '' && !/^[\w$-]+$/.test(name)) text += `[${JSON.stringify(name)}]`;
    else text += `${text === '' ? '' : '.'}${name}`;
  }
  return text;
}

function toShowableName(name: string): string {
  const cut = name.length > NAME_SHOWN_MAX ? `${name.slice(0, NAME_SHOWN_MAX - 1)}…` : name;
  return escapeText(cut).replace(/[\t\n]/g, ' ');
}

function getValueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}
