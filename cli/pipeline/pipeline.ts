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
