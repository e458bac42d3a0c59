import type { z } from 'zod';
import { inertText } from '../reports/inert-text.ts';
import { nearest } from './nearest.ts';
import type { RequestError } from './problem.ts';

type Issue = z.core.$ZodIssue;

/** Characters of a name that an error repeats. */
const NAME_SHOWN_MAX = 100;

/**
 * What a schema found wrong with a request, in words for its sender.
 * @param error the schema's error
 * @param root what the paths begin with: '' for the body, `query` or `header`
 * @param input what was validated; shows which name a wrong value was near to and what is missing
 * @param members names that the schema knows at its top, to suggest one for an unknown name
 */
export function requestErrors(
  error: z.ZodError,
  root: '' | 'query' | 'header',
  input: unknown,
  members: readonly string[] = [],
): RequestError[] {
  return error.issues.flatMap((issue) => fromIssue(issue, root, input, members));
}

function fromIssue(issue: Issue, root: string, input: unknown, members: readonly string[]): RequestError[] {
  if (issue.code === 'unrecognized_keys') {
    const known = issue.path.length === 0 ? members : [];
    return issue.keys.map((key) => {
      const near = nearest(key, known);
      return {
        path: pathText(root, [...issue.path, key]),
        message: `is not known here${near ? `; did you mean ${near}?` : ''}`,
        ...(known.length > 0 ? { allowed: [...known] } : {}),
      };
    });
  }
  const path = pathText(root, issue.path);
  const value = valueAt(input, issue.path);
  if (value === undefined && issue.path.length > 0)
    return [{ path, message: 'is required', ...allowedOf(issue) }];
  if (issue.code === 'invalid_value')
    return [{ path, message: wrongValue(issue.values, value), ...allowedOf(issue) }];
  return [{ path, message: sentence(issue, value) }];
}

function allowedOf(issue: Issue): { allowed?: RequestError['allowed'] } {
  return issue.code === 'invalid_value' ? { allowed: issue.values as RequestError['allowed'] } : {};
}

function wrongValue(values: readonly unknown[], value: unknown): string {
  const near = typeof value === 'string' ? nearest(value, values.map(String)) : undefined;
  if (near) return `is not an allowed value; did you mean ${near}?`;
  return `must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`;
}

function sentence(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
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
 * as a name is shown cut and inert.
 */
export function pathText(root: string, path: readonly PropertyKey[]): string {
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
  return inertText(cut).replace(/[\t\n]/g, ' ');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}
