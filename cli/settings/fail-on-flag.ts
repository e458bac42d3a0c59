import { suggestNames } from '../../core/problems/nearest.ts';
import { createUsageError } from '../errors.ts';

/** What `--fail-on` takes before `=`, with the member of `failOn` that it sets. */
const members = {
  new: ['new'],
  any: ['any'],
  total: ['total'],
  'best-practice-new': ['bestPractice', 'new'],
  'best-practice-any': ['bestPractice', 'any'],
  'best-practice-total': ['bestPractice', 'total'],
  review: ['review'],
  'min-coverage': ['minCoverage'],
  'no-baseline': ['onNoBaseline'],
} as const satisfies Record<string, readonly string[]>;
type What = keyof typeof members;

const numbers: readonly What[] = ['total', 'best-practice-total', 'min-coverage'];
/** They say how thresholds are meant, and are none. */
const modifiers: readonly What[] = ['review', 'min-coverage', 'no-baseline'];
const NOTHING = 'nothing';

/** What `--fail-on` says. */
export interface FailOnFlags {
  /** Whether there is to be no gate. */
  nothing: boolean;
  /** Whether thresholds are among it, which then replace all others. */
  hasThreshold: boolean;
  members: { path: readonly string[]; value: unknown; source: string }[];
}

/**
 * Reads the values of `--fail-on`; whether thresholds are allowed ones is left to the schema.
 * @throws CliError when one is unknown, has no value, or is there twice
 */
export function readFailOnFlags(values: readonly string[]): FailOnFlags {
  const given = values.flatMap((value) => value.split(',')).map((value) => value.trim());
  if (given.includes(NOTHING)) {
    if (given.length > 1) {
      throw createUsageError(
        'invalid-settings',
        `--fail-on ${NOTHING} stands alone; there are other thresholds beside it.`,
      );
    }
    return { nothing: true, hasThreshold: false, members: [] };
  }
  const read = given.map(readOne);
  const twice = read.find(({ what }, at) => read.findIndex((other) => other.what === what) !== at);
  if (twice !== undefined) throw createUsageError('invalid-settings', `--fail-on sets ${twice.what} twice.`);
  return {
    nothing: false,
    hasThreshold: read.some(({ what }) => !modifiers.includes(what)),
    members: read.map(({ what, value, source }) => ({ path: members[what], value, source })),
  };
}

function readOne(text: string): { what: What; value: unknown; source: string } {
  const source = `--fail-on ${text}`;
  const [name = '', value, ...more] = text.split('=');
  const names = Object.keys(members);
  if (!isWhat(name)) {
    throw createUsageError(
      'invalid-settings',
      `${source} is not known; ${suggestNames(name, [...names, NOTHING])}`,
    );
  }
  if (name === 'review') {
    if (value === undefined) return { what: name, value: true, source };
    throw createUsageError(
      'invalid-settings',
      `${source}: review takes no value; it counts what needs review like violations.`,
    );
  }
  if (value === undefined || value === '' || more.length > 0) {
    throw createUsageError(
      'invalid-settings',
      `${source} needs one value after =, as in --fail-on ${exampleOf(name)}.`,
    );
  }
  if (!numbers.includes(name)) return { what: name, value, source };
  if (/^\d{1,15}(\.\d+)?$/.test(value)) return { what: name, value: Number(value), source };
  throw createUsageError(
    'invalid-settings',
    `${source}: ${name} takes a number, as in --fail-on ${exampleOf(name)}.`,
  );
}

function isWhat(name: string): name is What {
  return Object.hasOwn(members, name);
}

function exampleOf(what: What): string {
  if (what === 'min-coverage') return 'min-coverage=90';
  if (what === 'no-baseline') return 'no-baseline=fail';
  return `${what}=${numbers.includes(what) ? '50' : 'serious'}`;
}
