import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Pipeline, type PipelineName, pipelineNames } from '../pipeline/pipeline.ts';

/** The file or folder that identifies each CI. */
const files: Record<PipelineName, string> = {
  github: '.github/workflows',
  gitlab: '.gitlab-ci.yml',
  jenkins: 'Jenkinsfile',
  azure: 'azure-pipelines.yml',
  circleci: '.circleci',
  bitbucket: 'bitbucket-pipelines.yml',
};

/** Returns the CI of a repository: by its files, otherwise the CI of this process, otherwise GitHub Actions. */
export function detectCi(folder: string, pipeline: Pipeline | null): PipelineName {
  const exists = (path: string) => existsSync(join(folder, path));
  const found = pipelineNames.find((name) => exists(files[name]));
  // Last, because GitHub also uses this folder for other files, such as CODEOWNERS.
  return found ?? (exists('.github') ? 'github' : (pipeline?.name ?? 'github'));
}
