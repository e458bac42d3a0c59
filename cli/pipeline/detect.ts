import { readFileSync, statSync } from 'node:fs';
import { type ScanMetadata, scanMetadataSchema } from '../../core/scans/scan-metadata.ts';
import { azure } from './azure.ts';
import { bitbucket } from './bitbucket.ts';
import { circleci } from './circleci.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { jenkins } from './jenkins.ts';
import type { BuildFacts, GetVariable, Pipeline, PipelineName, PipelineReader } from './pipeline.ts';

/** In the order of detection. Jenkins is last, because its variable may also be set if another CI runs under it. */
const readers: Record<PipelineName, PipelineReader> = { github, gitlab, azure, circleci, bitbucket, jenkins };

/**
 * Detects the CI of an environment, and what it builds. Values that the API would refuse are omitted, because anyone
 * who names a branch can choose them.
 * @param readFile reads the file with the event; throws if it cannot
 * @returns null if no known CI is detected
 */
export function detectPipeline(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string = readEventFile,
): Pipeline | null {
  const variable: GetVariable = (name) => env[name] || undefined;
  const name = (Object.keys(readers) as PipelineName[]).find((each) => readers[each].detects(variable));
  if (name === undefined) return null;
  const { label, read } = readers[name];
  const facts = read(variable, (path) => readEvent(path, readFile));
  return { name, label, metadata: toMetadata(facts), fromFork: facts.fromFork ?? false };
}

function readEvent(path: string, readFile: (path: string) => string): unknown {
  try {
    return JSON.parse(readFile(path));
  } catch {
    return null;
  }
}

function toMetadata(facts: BuildFacts): ScanMetadata {
  const { branch, targetBranch, commit, pullRequest } = facts;
  const values = { branch: qualifyForkBranch(branch, facts), targetBranch, commit, pullRequest };
  const members = Object.entries(scanMetadataSchema.shape).flatMap(([member, schema]) => {
    const { data } = schema.safeParse(values[member as keyof ScanMetadata]);
    return data === undefined ? [] : [[member, data]];
  });
  return Object.fromEntries(members);
}

/**
 * Adds the fork to the name of a fork's branch. Its scan must not become the latest of the branch with the same name in
 * the target repository, because later scans are compared with that one. Branch names of Git contain no colon
 * (https://git-scm.com/docs/git-check-ref-format).
 */
function qualifyForkBranch(branch: string | undefined, { fromFork, fork }: BuildFacts): string | undefined {
  return branch === undefined || !fromFork ? branch : `${fork ?? 'fork'}:${branch}`;
}

/** GitHub keeps the payloads of events below 25 MB: https://docs.github.com/en/webhooks/webhook-events-and-payloads. */
const EVENT_BYTES_MAX = 25_000_000;

/**
 * Reads a file with an event.
 * @throws Error if it is no regular file, cannot be read, or is larger than the limit
 */
function readEventFile(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile() || stats.size > EVENT_BYTES_MAX) throw new Error('no file of an event');
  return readFileSync(path, 'utf8');
}
