import { type Impact, impacts } from '../../core/scans/page-result.ts';
import type { ConfigFile } from './config-file-schema.ts';
import { type FailOnFlags, readFailOnFlags } from './fail-on-flag.ts';
import { DEFAULT, type Layers } from './layers.ts';

/** Puts a member of the config in its place, and notes where it comes from. */
export type SetMember = (path: readonly PropertyKey[], value: unknown, source: string) => void;

/**
 * Puts what makes the gate fail: the thresholds of the flags, else those of the file, else those by default; and over
 * them what flags say of how they are meant.
 * @throws CliError for flags that cannot be read
 */
export function setFailOn(layers: Layers, put: SetMember): void {
  const { flags, file } = layers;
  const read = flags.failOn === undefined ? null : readFailOnFlags(flags.failOn);
  if (read?.nothing) return;
  if (!read?.hasThreshold) {
    const byDefault = hasNoBaseline(layers) ? { any: 'serious' } : { new: 'serious' };
    if (file?.content.config?.failOn === undefined) put(['failOn'], byDefault, DEFAULT);
    else putFailOnOfFile(layers, read, put);
  }
  for (const { path, value, source } of read?.members ?? []) put(['failOn', ...path], value, source);
}

/** Where the file has every finding count as new without a baseline, or a flag says what is to be then, `new` can stay. */
function putFailOnOfFile(layers: Layers, read: FailOnFlags | null, put: SetMember): void {
  const { path: file = '', content } = layers.file ?? {};
  const given = content?.config?.failOn;
  if (given === undefined || given === 'nothing') return;
  const saysWhatNewMeans =
    given.onNoBaseline === 'fail' || read?.members.some(({ path }) => path[0] === 'onNoBaseline');
  if (!hasNoBaseline(layers) || saysWhatNewMeans) {
    put(['failOn'], given, file);
    return;
  }
  const { failOn, readings } = failOnWithoutBaseline(given);
  put(['failOn'], failOn, file);
  for (const { path, value, was, isOfFile } of readings) {
    if (!isOfFile) put(['failOn', ...path], value, `${file}: ${was}, as there is no --baseline`);
  }
  if (readings.length > 0) layers.notes.push(readingsText(file, readings));
}

/** A local scan has the baseline of its command line; the service chooses one for a scan of its own. */
function hasNoBaseline({ command, flags }: Layers): boolean {
  return command === 'local' && flags.baseline === undefined;
}

/** Thresholds as a configuration file has them. */
export type FileFailOn = Exclude<NonNullable<NonNullable<ConfigFile['config']>['failOn']>, 'nothing'>;

/** A threshold on what is new, and the one on all that is found which holds in its place. */
interface Reading {
  /** Of the one that holds, within `failOn`. */
  path: readonly string[];
  value: Impact;
  /** Whether the file has it just so. */
  isOfFile: boolean;
  /** Both as `--fail-on` spells them. */
  was: string;
  is: string;
}

type Thresholds = Pick<FileFailOn, 'new' | 'any'>;

/**
 * The thresholds of a configuration file for a scan that is held against nothing. `new` is read as `any` of the same
 * impact, that of best practices too: the file is for every scan of a repository, and where nothing can be new the gate
 * could never be decided. Where the file has `any` as well, the stricter of the two holds, so that nothing passes that
 * either of them is there to stop. All else stays.
 */
function failOnWithoutBaseline({ bestPractice, ...others }: FileFailOn): {
  failOn: FileFailOn;
  readings: Reading[];
} {
  const readings = [
    ...readingOf(others, [], ''),
    ...readingOf(bestPractice ?? {}, ['bestPractice'], 'best-practice-'),
  ];
  const failOn = { ...decidable(others), ...(bestPractice && { bestPractice: decidable(bestPractice) }) };
  return { failOn, readings };
}

/** What people are told of it. @param path of the configuration file */
function readingsText(path: string, readings: readonly Reading[]): string {
  const was = readings.map((each) => each.was).join(', ');
  const is = readings.map((each) => each.is).join(', ');
  return `The gate of ${path} is ${was}, and without --baseline nothing tells what is new. This scan fails on ${is} instead. To fail on what is new alone: --baseline report.json, the JSON report of an earlier scan.`;
}

function readingOf({ new: news, any }: Thresholds, path: readonly string[], prefix: string): Reading[] {
  if (news === undefined) return [];
  const value = stricter(news, any);
  const names = { was: `${prefix}new=${news}`, is: `${prefix}any=${value}` };
  return [{ path: [...path, 'any'], value, isOfFile: value === any, ...names }];
}

function decidable<Given extends Thresholds>({ new: news, ...rest }: Given): Omit<Given, 'new'> {
  return news === undefined ? rest : { ...rest, any: stricter(news, rest.any) };
}

/** Of two impacts the lower one, at or above which there is more. */
function stricter(one: Impact, other: Impact | undefined): Impact {
  return other !== undefined && impacts.indexOf(other) > impacts.indexOf(one) ? other : one;
}
