import { type Impact, impacts } from '../../core/scans/page-result.ts';
import type { ConfigFile } from './config-file-schema.ts';
import { type FailOnFlags, readFailOnFlags } from './fail-on-flag.ts';
import { DEFAULT, type Layers } from './layers.ts';

/** Sets a member of the config and records its source. */
export type SetMember = (path: readonly PropertyKey[], value: unknown, source: string) => void;

/**
 * Sets the thresholds of the gate: those of the flags, otherwise those of the file, otherwise the defaults. `review`,
 * `min-coverage` and `no-baseline` are not thresholds. They apply to the chosen thresholds, whatever their source.
 * @throws CliError for invalid flags
 */
export function setFailOn(layers: Layers, set: SetMember): void {
  const { flags, file } = layers;
  const read = flags.failOn === undefined ? null : readFailOnFlags(flags.failOn);
  if (read?.nothing) return;
  if (!read?.hasThreshold) {
    const byDefault = hasNoBaseline(layers) ? { any: 'serious' } : { new: 'serious' };
    if (file?.content.config?.failOn === undefined) set(['failOn'], byDefault, DEFAULT);
    else setFailOnOfFile(layers, read, set);
  }
  for (const { path, value, source } of read?.members ?? []) set(['failOn', ...path], value, source);
}

/** Keeps `new` if there is a baseline, or if the file or a flag says what to do without one. Otherwise replaces it. */
function setFailOnOfFile(layers: Layers, read: FailOnFlags | null, set: SetMember): void {
  const { path: file = '', content } = layers.file ?? {};
  const given = content?.config?.failOn;
  if (given === undefined || given === 'nothing') return;
  const isNewDefined =
    given.onNoBaseline === 'fail' || read?.members.some(({ path }) => path[0] === 'onNoBaseline');
  if (!hasNoBaseline(layers) || isNewDefined) {
    set(['failOn'], given, file);
    return;
  }
  const { failOn, replacements } = failOnWithoutBaseline(given);
  set(['failOn'], failOn, file);
  for (const { path, value, original, isInFile } of replacements) {
    if (!isInFile) set(['failOn', ...path], value, `${file}: ${original}, as there is no --baseline`);
  }
  if (replacements.length > 0) layers.notes.push(formatReplacements(file, replacements));
}

/** True for a local scan without `--baseline`. For its own scans, the service chooses the baseline. */
function hasNoBaseline({ command, flags }: Layers): boolean {
  return command === 'local' && flags.baseline === undefined;
}

/** Thresholds of a configuration file. */
export type FileFailOn = Exclude<NonNullable<NonNullable<ConfigFile['config']>['failOn']>, 'nothing'>;

/** A threshold `new` of the file, and the threshold `any` that replaces it. */
interface Replacement {
  /** Path of `any` within `failOn`. */
  path: readonly string[];
  value: Impact;
  /** Whether the file has the same `any`. */
  isInFile: boolean;
  /** Both in the notation of `--fail-on`. */
  original: string;
  replacement: string;
}

type Thresholds = Pick<FileFailOn, 'new' | 'any'>;

/**
 * Returns the thresholds of a configuration file for a scan without a baseline. Replaces `new` with `any` of the same
 * impact, also for best practices. The file serves every scan of the repository, so it may have `new` although this
 * scan has no baseline, and its gate could then not decide `new`. If the file also has `any`, the stricter of the two
 * is used. All other members are unchanged.
 */
function failOnWithoutBaseline({ bestPractice, ...others }: FileFailOn): {
  failOn: FileFailOn;
  replacements: Replacement[];
} {
  const replacements = [
    ...toReplacements(others, [], ''),
    ...toReplacements(bestPractice ?? {}, ['bestPractice'], 'best-practice-'),
  ];
  const failOn = { ...replaceNew(others), ...(bestPractice && { bestPractice: replaceNew(bestPractice) }) };
  return { failOn, replacements };
}

/** Returns the note on the replaced thresholds. @param path of the configuration file */
function formatReplacements(path: string, replacements: readonly Replacement[]): string {
  const original = replacements.map((each) => each.original).join(', ');
  const replacement = replacements.map((each) => each.replacement).join(', ');
  return `The gate of ${path} is ${original}. Without --baseline it is unknown which violations are new, so this scan fails on ${replacement} instead. To fail only on new violations: --baseline report.json, the JSON report of an earlier scan.`;
}

function toReplacements(
  { new: newImpact, any }: Thresholds,
  path: readonly string[],
  prefix: string,
): Replacement[] {
  if (newImpact === undefined) return [];
  const value = getStricter(newImpact, any);
  const names = { original: `${prefix}new=${newImpact}`, replacement: `${prefix}any=${value}` };
  return [{ path: [...path, 'any'], value, isInFile: value === any, ...names }];
}

function replaceNew<Given extends Thresholds>({ new: newImpact, ...rest }: Given): Omit<Given, 'new'> {
  return newImpact === undefined ? rest : { ...rest, any: getStricter(newImpact, rest.any) };
}

/** Returns the lower of two impacts, because more findings reach it. */
function getStricter(one: Impact, other: Impact | undefined): Impact {
  return other !== undefined && impacts.indexOf(other) > impacts.indexOf(one) ? other : one;
}
