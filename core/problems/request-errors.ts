import type { z } from 'zod';
import { TOKEN } from '../sites/header-names.ts';
import { escapeText } from '../text/active-characters.ts';
import { listMemberNames } from './member-names.ts';
import { findNearest } from './nearest.ts';
import type { RequestError } from './problem.ts';

type Issue = z.core.$ZodIssue;
type UnionIssue = z.core.$ZodIssueInvalidUnion;

/** Characters of a name that an error repeats. */
const NAME_SHOWN_MAX = 100;

/** Member below which whatever the sender wrote may be a secret, even as a name. */
const SECRET_MEMBER = 'credentials';
/** Characters of a header's name; what is longer may be a value in the wrong place. */
const HEADER_NAME_MAX = 64;

/**
 * What a schema found wrong with a request, in words for its sender.
 * @param error the schema's error
 * @param root what the paths begin with: '' for the body, `query` or `header`
 * @param input what was validated; shows which name a wrong value was near to and what is missing
 * @param schema what it was held against; its names are suggested for an unknown one
 */
export function listRequestErrors(
  error: z.ZodError,
  root: '' | 'query' | 'header',
  input: unknown,
  schema?: z.ZodType,
): RequestError[] {
  return error.issues.flatMap((issue) => fromIssue(issue, { root, input, schema }));
}

/** What an error is told from, besides the schema's own issue. */
interface Request {
  root: string;
  input: unknown;
  schema: z.ZodType | undefined;
}

function fromIssue(issue: Issue, request: Request): RequestError[] {
  const { root, input, schema } = request;
  if (issue.code === 'unrecognized_keys' && issue.path[0] === SECRET_MEMBER) {
    return [{ path: formatPath(root, issue.path), message: 'has a member that is not known here' }];
  }
  if (issue.code === 'unrecognized_keys') {
    const known = schema ? listMemberNames(schema, issue.path) : [];
    return issue.keys.map((key) => {
      const near = findNearest(key, known);
      return {
        path: formatPath(root, [...issue.path, key]),
        message: `is not known here${near ? `; did you mean ${near}?` : ''}`,
        ...(known.length > 0 ? { allowed: [...known] } : {}),
      };
    });
  }
  const path = formatPath(root, showable(issue.path));
  const value = valueAt(input, issue.path);
  if (value === undefined && issue.path.length > 0)
    return [{ path, message: 'is required', ...allowedOf(issue) }];
  if (issue.code === 'invalid_union') return fromUnion(issue, value, request);
  if (issue.code === 'invalid_value')
    return [{ path, message: wrongValue(issue.values, value), ...allowedOf(issue) }];
  return [{ path, message: sentence(issue, value) }];
}

/**
 * A value that has none of several forms. Of an object that comes closest to one form, the errors of that one are told;
 * else what the forms are, which the schema's own message says.
 */
function fromUnion(issue: UnionIssue, value: unknown, request: Request): RequestError[] {
  const issues: Issue[][] = issue.errors;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const forms = issues.filter((form) => isObject && !form.some(isOtherType));
  const fewest = Math.min(...forms.map((form) => form.length));
  const [closest, ...others] = forms.filter((form) => form.length === fewest);
  if (closest && others.length === 0) {
    return closest.flatMap((inner) => fromIssue({ ...inner, path: [...issue.path, ...inner.path] }, request));
  }
  const allowed = issues.flat().flatMap((each) => (isOtherType(each) ? (allowedOf(each).allowed ?? []) : []));
  const near = typeof value === 'string' ? findNearest(value, allowed.map(String)) : undefined;
  return [
    {
      path: formatPath(request.root, showable(issue.path)),
      message: near ? `is not an allowed value; did you mean ${near}?` : issue.message,
      ...(allowed.length > 0 ? { allowed } : {}),
    },
  ];
}

function isOtherType({ code, path }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');
}

/** The path as far as it may be shown. */
function showable(path: readonly PropertyKey[]): readonly PropertyKey[] {
  const name = path[0] === SECRET_MEMBER && path[1] === 'headers' ? path[2] : undefined;
  if (name === undefined) return path;
  return TOKEN.test(String(name)) && String(name).length <= HEADER_NAME_MAX ? path : path.slice(0, 2);
}

function allowedOf(issue: Issue): { allowed?: RequestError['allowed'] } {
  return issue.code === 'invalid_value' ? { allowed: issue.values as RequestError['allowed'] } : {};
}

function wrongValue(values: readonly unknown[], value: unknown): string {
  const near = typeof value === 'string' ? findNearest(value, values.map(String)) : undefined;
  if (near) return `is not an allowed value; did you mean ${near}?`;
  return `must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`;
}

function sentence(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      if (typeof value === 'number' && ['int', 'number'].includes(issue.expected)) {
        return Number.isFinite(value)
          ? `must be a whole number; it is ${value}`
          : 'must be a number that is not so large';
      }
      return `must be ${withArticle(issue.expected)}, not ${typeName(value)}`;
    case 'too_big':
      return `must ${bound(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}`;
    case 'too_small':
      // A message of the schema's own says more than a number.
      if (!issue.message.startsWith('Too small')) return issue.message;
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
 * A path as people write it: `config.rules[0]`; a member's name with other characters is quoted. What a caller sent
 * as a name is shown cut and with active characters escaped.
 */
export function formatPath(root: string, path: readonly PropertyKey[]): string {
  let text = root;
  for (const step of path) {
    const name = shownName(String(step));
    if (typeof step === 'number') text += `[${step}]`;
    else if (root === '' && !/^[\w$-]+$/.test(name)) text += `[${JSON.stringify(name)}]`;
    else text += `${text === '' ? '' : '.'}${name}`;
  }
  return text;
}

function shownName(name: string): string {
  const cut = name.length > NAME_SHOWN_MAX ? `${name.slice(0, NAME_SHOWN_MAX - 1)}…` : name;
  return escapeText(cut).replace(/[\t\n]/g, ' ');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}
