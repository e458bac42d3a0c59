import { createUsageError } from '../errors.ts';
import type { Host } from '../host.ts';
import { detectPipeline } from '../pipeline/detect.ts';
import { resolveAccess } from './access.ts';
import { DURATION_REQUIREMENT, parseDuration } from './duration.ts';
import type { CommandName, Flags } from './flags.ts';
import { DEFAULT, type Layers, Sources } from './layers.ts';
import { checkOutputs, readOutputFlags, toRequestedOutputs } from './outputs.ts';
import { readConfigFile } from './read-config-file.ts';
import { resolveConfig } from './resolve-config.ts';
import type { RequestedOutput, Settings } from './settings.ts';
import { checkSite } from './site.ts';

const TIMEOUT_DEFAULT = '15m';

/** Settings and their sources. */
export interface ResolvedSettings {
  settings: Settings;
  sources: Sources;
  /** Path of the configuration file; null if none was read. */
  configFile: string | null;
}

/**
 * Resolves the settings of an invocation. Flags override the environment and the pipeline, these override the
 * configuration file, and that overrides the defaults. Lists, thresholds and outputs are not merged: the first source
 * that has any replaces all others.
 * @throws CliError for invalid values, with their source and what is valid
 */
export function resolveSettings(command: CommandName, flags: Flags, host: Host): ResolvedSettings {
  const sources = new Sources();
  const file = command === 'init' ? null : readConfigFile(flags.config, host.cwd);
  const access = resolveAccess(command, flags, file, host.env, sources);
  const pipeline = detectPipeline(host.env);
  const notes: string[] = [];
  const layers: Layers = { command, flags, file, pipeline, sources, notes };
  const settings: Settings = {
    ...access,
    site: resolveSite(layers),
    config: resolveConfig(layers),
    outputs: resolveOutputs(layers),
    ...resolveSuppressions(layers),
    timeoutMs: resolveTimeout(layers),
    json: flags.json === true,
    quiet: flags.quiet === true,
    annotations: flags.annotations !== false,
    pipeline,
    ...(notes.length === 0 ? {} : { notes }),
  };
  checkOutputs(settings.outputs, { cwd: host.cwd, json: settings.json });
  return { settings, sources, configFile: file?.path ?? null };
}

function resolveSite({ flags, file, sources }: Layers): string | null {
  const site = flags.site ?? file?.content.site;
  if (site === undefined) return null;
  const source = flags.site === undefined ? `${file?.path}: site` : '--site';
  checkSite(site, source);
  sources.set(['site'], flags.site === undefined ? (file?.path ?? '') : '--site');
  return site;
}

function resolveOutputs({ flags, file, sources }: Layers): RequestedOutput[] {
  if (flags.output !== undefined) {
    sources.set(['outputs'], '--output');
    return readOutputFlags(flags.output);
  }
  if (file?.content.outputs === undefined) return [];
  sources.set(['outputs'], file.path);
  return toRequestedOutputs(file.content.outputs, file.path);
}

function resolveSuppressions({
  command,
  flags,
  file,
  sources,
  notes,
}: Layers): Pick<Settings, 'suppressions'> {
  const path = flags.suppressions ?? file?.content.suppressions;
  if (path === undefined) return {};
  if (command !== 'local') {
    if (command === 'trigger') {
      notes.push(
        `${file?.path} sets suppressions, which only local scans use. The service stores the suppressions of its sites itself.`,
      );
    }
    return {};
  }
  sources.set(['suppressions'], flags.suppressions === undefined ? (file?.path ?? '') : '--suppressions');
  return { suppressions: path };
}

function resolveTimeout({ flags, file, sources }: Layers): number {
  const text = flags.timeout ?? file?.content.timeout ?? TIMEOUT_DEFAULT;
  const ms = parseDuration(text);
  if (ms === null) throw createUsageError('invalid-settings', `--timeout ${text} ${DURATION_REQUIREMENT}.`);
  sources.set(
    ['timeout'],
    flags.timeout !== undefined ? '--timeout' : file?.content.timeout !== undefined ? file.path : DEFAULT,
  );
  return ms;
}
