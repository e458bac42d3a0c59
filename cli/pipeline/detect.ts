import { readFileSync, statSync } from 'node:fs';
import { type ScanMetadata, scanMetadataSchema } from '../../core/scans/scan-metadata.ts';
import { azure } from './azure.ts';
import { bitbucket } from './bitbucket.ts';
import { circleci } from './circleci.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { jenkins } from './jenkins.ts';
import type { BuildFacts, GetVariable, Pipeline, PipelineName, PipelineReader } from './pipeline.ts';

/** In the order of detection. Jenkins is last, because its variable may also be set where another CI runs under it. */
const readers: Record<PipelineName, PipelineReader> = { github, gitlab, azure, circleci, bitbucket, jenkins };

/**
 * The CI that an environment is of, and what it builds. Values that the API would refuse are left out, for they
 * come from whoever names a branch.
 * @param readFile reads the file that describes the event; throws where it cannot
 * @returns null where no CI is known
 */
export function detectPipeline(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string = readEventFile,
): Pipeline | null {
  const variable: GetVariable = (name) => env[name] || undefined;
  const name = (Object.keys(readers) as PipelineName[]).find((each) => readers[each].isHere(variable));
  if (name === undefined) return null;
  const { label, read } = readers[name];
  const facts = read(variable, (path) => parsed(path, readFile));
  return { name, label, metadata: metadataOf(facts), fromFork: facts.fromFork ?? false };
}

function parsed(path: string, readFile: (path: string) => string): unknown {
  try {
    return JSON.parse(readFile(path));
  } catch {
    return null;
  }
}

function metadataOf(facts: BuildFacts): ScanMetadata {
  const { branch, targetBranch, commit, pullRequest } = facts;
  const told = { branch: ownName(branch, facts), targetBranch, commit, pullRequest };
  const members = Object.entries(scanMetadataSchema.shape).flatMap(([member, schema]) => {
    const { data } = schema.safeParse(told[member as keyof ScanMetadata]);
    return data === undefined ? [] : [[member, data]];
  });
  return Object.fromEntries(members);
}

/**
 * A branch of a fork, told from one of the same name in the repository itself: its scan must not become the
 * latest of that branch, against which others are held. No branch of Git has a colon in its name
 * (https://git-scm.com/docs/git-check-ref-format).
 */
function ownName(branch: string | undefined, { fromFork, fork }: BuildFacts): string | undefined {
  return branch === undefined || !fromFork ? branch : `${fork ?? 'fork'}:${branch}`;
}

/** GitHub keeps the payloads of events below 25 MB: https://docs.github.com/en/webhooks/webhook-events-and-payloads. */
const EVENT_BYTES_MAX = 25_000_000;

/**
 * A file that describes an event.
 * @throws Error where there is no regular file that can be read, or it is larger than events are
 */
function readEventFile(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile() || stats.size > EVENT_BYTES_MAX) throw new Error('no file of an event');
  return readFileSync(path, 'utf8');
}
