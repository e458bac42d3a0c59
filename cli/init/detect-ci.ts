import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Pipeline, PipelineName } from '../pipeline/pipeline.ts';

/** Files that identify a CI, most specific first. */
const files = [
  ['github', '.github/workflows'],
  ['gitlab', '.gitlab-ci.yml'],
  ['jenkins', 'Jenkinsfile'],
  ['azure', 'azure-pipelines.yml'],
  ['circleci', '.circleci'],
  ['bitbucket', 'bitbucket-pipelines.yml'],
  // GitHub reads other files here too, such as CODEOWNERS.
  ['github', '.github'],
] as const satisfies readonly (readonly [PipelineName, string])[];

/** The CI of a repository: by its files, else the one that this runs in, else GitHub Actions. */
export function detectCi(folder: string, pipeline: Pipeline | null): PipelineName {
  const found = files.find(([, path]) => existsSync(join(folder, path)));
  return found?.[0] ?? pipeline?.name ?? 'github';
}
