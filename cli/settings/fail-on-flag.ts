import { suggestNames } from '../../core/problems/nearest.ts';
import { createUsageError } from '../errors.ts';

/** The names that `--fail-on` accepts before `=`, with the member of `failOn` that each sets. */
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
type ThresholdName = keyof typeof members;

const numericNames: readonly ThresholdName[] = ['total', 'best-practice-total', 'min-coverage'];
/** Settings of the thresholds, which are no thresholds themselves. */
const modifiers: readonly ThresholdName[] = ['review', 'min-coverage', 'no-baseline'];
const NOTHING = 'nothing';

/** The parsed values of `--fail-on`. */
export interface FailOnFlags {
  /** Whether there is no gate. */
  nothing: boolean;
  /** Whether there are thresholds. They replace all others. */
  hasThreshold: boolean;
  members: { path: readonly string[]; value: unknown; source: string }[];
}

/**
 * Parses the values of `--fail-on`. The schema checks the thresholds later.
 * @throws CliError if a name is unknown, is given twice, or has no value
 */
export function readFailOnFlags(values: readonly string[]): FailOnFlags {
  const given = values.flatMap((value) => value.split(',')).map((value) => value.trim());
  if (given.includes(NOTHING)) {
    if (given.length > 1) {
      throw createUsageError(
        'invalid-settings',
        `--fail-on ${NOTHING} cannot be combined with other thresholds.`,
      );
    }
    return { nothing: true, hasThreshold: false, members: [] };
  }
  const read = given.map(parseThreshold);
  const duplicate = read.find(({ name }, index) => read.findIndex((other) => other.name === name) !== index);
  if (duplicate !== undefined)
    throw createUsageError('invalid-settings', `--fail-on sets ${duplicate.name} twice.`);
  return {
    nothing: false,
    hasThreshold: read.some(({ name }) => !modifiers.includes(name)),
    members: read.map(({ name, value, source }) => ({ path: members[name], value, source })),
  };
}

function parseThreshold(text: string): { name: ThresholdName; value: unknown; source: string } {
  const source = `--fail-on ${text}`;
  const [name = '', value, ...more] = text.split('=');
  const names = Object.keys(members);
  if (!isThresholdName(name)) {
    throw createUsageError(
      'invalid-settings',
      `${source} is unknown; ${suggestNames(name, [...names, NOTHING])}`,
    );
  }
  if (name === 'review') {
    if (value === undefined) return { name, value: true, source };
    throw createUsageError(
      'invalid-settings',
      `${source}: review takes no value. It counts findings that need review like violations.`,
    );
  }
  if (value === undefined || value === '' || more.length > 0) {
    throw createUsageError(
      'invalid-settings',
      `${source} needs one value after =, as in --fail-on ${getExample(name)}.`,
    );
  }
  if (!numericNames.includes(name)) return { name, value, source };
  if (/^\d{1,15}(\.\d+)?$/.test(value)) return { name, value: Number(value), source };
  throw createUsageError(
    'invalid-settings',
    `${source}: ${name} takes a number, as in --fail-on ${getExample(name)}.`,
  );
}

function isThresholdName(name: string): name is ThresholdName {
  return Object.hasOwn(members, name);
}

function getExample(name: ThresholdName): string {
  if (name === 'min-coverage') return 'min-coverage=90';
  if (name === 'no-baseline') return 'no-baseline=fail';
  return `${name}=${numericNames.includes(name) ? '50' : 'serious'}`;
}
