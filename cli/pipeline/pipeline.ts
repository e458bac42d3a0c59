import type { ScanMetadata } from '../../core/scans/scan-metadata.ts';

/** The CIs that are known, by their names on the command line. */
export const pipelineNames = ['github', 'gitlab', 'jenkins', 'azure', 'circleci', 'bitbucket'] as const;
export type PipelineName = (typeof pipelineNames)[number];

/** The CI that an invocation runs in, and what it builds. */
export interface Pipeline {
  name: PipelineName;
  /** What people call it. */
  label: string;
  /** What is built; members that it does not tell are left out. */
  metadata: ScanMetadata;
  /** Whether it builds a pull request from another repository, to which a CI gives no secrets. */
  fromFork: boolean;
}

/** What the variables of a CI say of a build, before it is held against what the API takes. */
export interface BuildFacts {
  branch?: string | undefined;
  targetBranch?: string | undefined;
  commit?: string | undefined;
  pullRequest?: string | undefined;
  /** Whether it builds a pull request from another repository. */
  fromFork?: boolean;
  /** The other repository or its owner, where the CI names it. */
  fork?: string | undefined;
}

/** The environment, in which an empty variable is the same as none. */
export type GetVariable = (name: string) => string | undefined;

/** One CI: how it is known, and how its variables are read. */
export interface PipelineReader {
  /** What people call it. */
  readonly label: string;
  isHere(variable: GetVariable): boolean;
  /** @param eventAt parses the file that describes the event; null when that cannot be done */
  read(variable: GetVariable, eventAt: (path: string) => unknown): BuildFacts;
}

/** The branch that a full ref names, as it is where it is no ref; undefined for tags, pull requests and nothing. */
export function parseBranch(ref: string | undefined): string | undefined {
  if (ref === undefined || !ref.startsWith('refs/')) return ref;
  return ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
}
