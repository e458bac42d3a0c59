import { type FailOnFlags, readFailOnFlags } from './fail-on-flag.ts';
import { failOnWithoutBaseline, readingsText } from './fail-on-without-baseline.ts';
import { DEFAULT, type Layers } from './layers.ts';

/** Puts a member of the config in its place, and notes where it comes from. */
export type Put = (path: readonly PropertyKey[], value: unknown, source: string) => void;

/**
 * Puts what makes the gate fail: the thresholds of the flags, else those of the file, else those by default; and over
 * them what flags say of how they are meant.
 * @throws CliError for flags that cannot be read
 */
export function putFailOn(layers: Layers, put: Put): void {
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
function putFailOnOfFile(layers: Layers, read: FailOnFlags | null, put: Put): void {
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
