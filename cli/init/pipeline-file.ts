import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { CliError } from '../errors.ts';
import { toOutputError } from '../outcome/output-error.ts';
import type { PipelineName } from '../pipeline/pipeline.ts';
import type { Answers } from './answers.ts';
import type { Snippet } from './snippets/snippet.ts';
import { createFileExistsError } from './write-new-files.ts';

/** What goes into a repository so that its pipeline scans. */
export interface PipelineFile {
  ci: PipelineName;
  /** Where the CI looks for it, from the repository's root. */
  path: string;
  text: string;
  /** What has to be set besides, and where. */
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

/** The file for the CI that was answered; null for none. */
export async function buildPipelineFile({ ci, service, preview }: Answers): Promise<PipelineFile | null> {
  if (ci === null) return null;
  const [{ snippet }, { fillSnippet }] = await Promise.all([snippets[ci](), import('./snippets/snippet.ts')]);
  const { path, trigger, local, settings, localSettings } = snippet;
  return service === null
    ? { ci, path, text: fillSnippet(local, preview ?? {}), settings: localSettings }
    : { ci, path, text: fillSnippet(trigger, { site: service.site }), settings };
}

/** Why a new file cannot be made in a repository, as far as that shows without making it; null where it can. */
export function findCreateError(root: string, path: string): CliError | null {
  try {
    // Also a symbolic link that leads to nothing is there.
    if (lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined)
      return createFileExistsError(path);
    const folder = realpathSync(nearestThere(dirname(join(root, path))));
    if (leadsOut(realpathSync(root), folder)) throw 'a symbolic link leads out of the repository';
    if (!statSync(folder).isDirectory()) throw 'a part of the path is a file, not a folder';
    return null;
  } catch (error) {
    return toOutputError(path, error);
  }
}

/** What stands above the text where it is shown and not written. */
export async function renderInsertionNote(
  { ci, path }: PipelineFile,
  hindrance: CliError | null,
): Promise<string> {
  if (hindrance === null) return `For ${path}, which is not there yet:`;
  if (hindrance.code !== 'file-exists') return `${hindrance.message} What goes into it:`;
  const { snippet } = await snippets[ci]();
  return `${hindrance.message} ${snippet.insertion}`;
}

function nearestThere(path: string): string {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? nearestThere(dirname(path)) : path;
}

function leadsOut(root: string, folder: string): boolean {
  const way = relative(root, folder);
  return isAbsolute(way) || way.split(sep)[0] === '..';
}
