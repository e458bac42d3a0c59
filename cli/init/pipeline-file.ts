import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { CliError } from '../errors.ts';
import { toOutputError } from '../outcome/output-error.ts';
import type { PipelineName } from '../pipeline/pipeline.ts';
import type { Answers } from './answers.ts';
import type { Snippet } from './snippets/snippet.ts';
import { createFileExistsError } from './write-new-files.ts';

/** The file that makes a repository's pipeline scan. */
export interface PipelineFile {
  ci: PipelineName;
  /** Path where the CI expects it, from the repository's root. */
  path: string;
  text: string;
  /** Other required settings of the CI, and where they are. */
  settings: string;
}

const snippets: Record<PipelineName, () => Promise<{ snippet: Snippet }>> = {
  github: () => import('./snippets/github.ts'),
  gitlab: () => import('./snippets/gitlab.ts'),
  jenkins: () => import('./snippets/jenkins.ts'),
  azure: () => import('./snippets/azure.ts'),
  circleci: () => import('./snippets/circleci.ts'),
  bitbucket: () => import('./snippets/bitbucket.ts'),
};

/** Returns the file for the chosen CI; null for none. */
export async function buildPipelineFile({ ci, service, preview }: Answers): Promise<PipelineFile | null> {
  if (ci === null) return null;
  const [{ snippet }, { fillSnippet }] = await Promise.all([snippets[ci](), import('./snippets/snippet.ts')]);
  const { path, trigger, local, settings, localSettings } = snippet;
  return service === null
    ? { ci, path, text: fillSnippet(local, preview ?? {}), settings: localSettings }
    : { ci, path, text: fillSnippet(trigger, { site: service.site }), settings };
}

/** Returns why a new file cannot be created in a repository, checked without creating it; null if it can. */
export function findCreateError(root: string, path: string): CliError | null {
  try {
    // A dangling symbolic link also exists.
    if (lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined)
      return createFileExistsError(path);
    const folder = realpathSync(findNearestExisting(dirname(join(root, path))));
    if (isOutside(realpathSync(root), folder)) throw 'a symbolic link points outside the repository';
    if (!statSync(folder).isDirectory()) throw 'a part of the path is a file, not a folder';
    return null;
  } catch (error) {
    return toOutputError(path, error);
  }
}

/** Returns the sentence above a text that is shown and not written. */
export async function renderInsertionNote(
  { ci, path }: PipelineFile,
  error: CliError | null,
): Promise<string> {
  if (error === null) return `For the new file ${path}:`;
  if (error.code !== 'file-exists') return `${error.message} The content of the file:`;
  const { snippet } = await snippets[ci]();
  return `${error.message} ${snippet.insertion}`;
}

function findNearestExisting(path: string): string {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? findNearestExisting(dirname(path)) : path;
}

function isOutside(root: string, folder: string): boolean {
  const path = relative(root, folder);
  return isAbsolute(path) || path.split(sep)[0] === '..';
}
