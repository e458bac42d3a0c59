import type { ScanMetadata } from '../../core/scans/scan-metadata.ts';

/** The known CIs, by their names on the command line. */
export const pipelineNames = ['github', 'gitlab', 'jenkins', 'azure', 'circleci', 'bitbucket'] as const;
export type PipelineName = (typeof pipelineNames)[number];

/** The CI of an invocation, and what it builds. */
export interface Pipeline {
  name: PipelineName;
  /** Name for people. */
  label: string;
  /** What is built; unknown members are absent. */
  metadata: ScanMetadata;
  /** Whether it builds a pull request from another repository. CIs pass no secrets to such builds. */
  fromFork: boolean;
}

/** A build as the CI's variables describe it, before validation. */
export interface BuildFacts {
  branch?: string | undefined;
  targetBranch?: string | undefined;
  commit?: string | undefined;
  pullRequest?: string | undefined;
  /** Whether it builds a pull request from another repository. */
  fromFork?: boolean;
  /** The other repository or its owner, if the CI names it. */
  fork?: string | undefined;
}

/** Returns a variable of the environment; undefined if it is empty. */
export type GetVariable = (name: string) => string | undefined;

/** Detects one CI and reads its variables. */
export interface PipelineReader {
  /** Name for people. */
  readonly label: string;
  detects(variable: GetVariable): boolean;
  /** @param eventAt parses the file with the event; returns null if it cannot */
  read(variable: GetVariable, eventAt: (path: string) => unknown): BuildFacts;
}

/** Returns the branch of a full ref; undefined for tags, pull requests and no ref; any other text unchanged. */
export function parseBranch(ref: string | undefined): string | undefined {
  if (ref === undefined || !ref.startsWith('refs/')) return ref;
  return ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
}
