import type { PipelineName } from './pipeline.ts';

/** What the variables of a CI say of a build, before it is held against what the API takes. */
export interface Facts {
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
export type Variables = (name: string) => string | undefined;

/** One CI: how it is known, and how its variables are read. */
export interface Reader {
  readonly name: PipelineName;
  /** What people call it. */
  readonly label: string;
  isHere(variable: Variables): boolean;
  /** @param eventAt parses the file that describes the event; null when that cannot be done */
  read(variable: Variables, eventAt: (path: string) => unknown): Facts;
}

/** The branch that a full ref names, as it is where it is no ref; undefined for tags, pull requests and nothing. */
export function branchOf(ref: string | undefined): string | undefined {
  if (ref === undefined || !ref.startsWith('refs/')) return ref;
  return ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
}
