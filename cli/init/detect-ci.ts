import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Pipeline, PipelineName } from '../pipeline/pipeline.ts';

/** What each CI keeps in a repository. */
const files = [
  ['github', '.github/workflows'],
  ['gitlab', '.gitlab-ci.yml'],
  ['jenkins', 'Jenkinsfile'],
  ['azure', 'azure-pipelines.yml'],
  ['circleci', '.circleci/config.yml'],
  ['bitbucket', 'bitbucket-pipelines.yml'],
] as const satisfies readonly (readonly [PipelineName, string])[];

/** The CI of a repository, by its files, else the one that this runs in; null where neither tells. */
export function detectCi(folder: string, pipeline: Pipeline | null): PipelineName | null {
  const found = files.find(([, path]) => existsSync(join(folder, path)));
  return found?.[0] ?? pipeline?.name ?? null;
}
