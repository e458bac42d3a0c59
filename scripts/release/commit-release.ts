import { constants } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runGit } from './git.ts';
import { buildTagName } from './obstacles.ts';
import { withSignalHandler } from './signals.ts';

export interface Release {
  version: string;
  /** Message of the annotated tag, below its first line. */
  notes: string;
  /** New texts of tracked files, by path relative to the repository. */
  files: ReadonlyMap<string, string>;
  /** Files to keep outside git. */
  artifacts: readonly string[];
}

/**
 * Copies the artifacts, writes the files, commits them and creates the annotated tag. If a step fails, all of them are
 * undone.
 * @param root of the repository; its working tree must be clean
 * @param into folder for the artifacts
 * @returns paths of the copied artifacts
 * @throws Error if a step fails, for example because an artifact exists in the folder
 */
export function commitRelease(root: string, into: string, release: Release): Promise<string[]> {
  // Without this, a signal would end this process between the steps. Ctrl-C reaches git too: its step fails, and all
  // steps are undone. After a signal to this process alone, the steps are completed; they take less than a second.
  return withSignalHandler(
    () => undefined,
    () => doSteps(root, into, release),
  );
}

async function doSteps(root: string, into: string, release: Release): Promise<string[]> {
  const { version, notes, files, artifacts } = release;
  const before = await runGit(root, ['rev-parse', 'HEAD']);
  const copies: string[] = [];
  try {
    await mkdir(into, { recursive: true });
    for (const path of artifacts) {
      const copy = join(into, basename(path));
      await copyFile(path, copy, constants.COPYFILE_EXCL);
      copies.push(copy);
    }
    for (const [path, text] of files) await writeFile(join(root, path), text);
    await runGit(root, ['commit', '--quiet', '--message', `Release ${version}`, '--', ...files.keys()]);
    // Headings of the notes begin with `#`, which the default cleanup would remove.
    const tagArgs = ['tag', '--annotate', '--cleanup=whitespace', '--file=-', buildTagName(version)];
    await runGit(root, tagArgs, `Release ${version}\n\n${notes}\n`);
    return copies;
  } catch (error) {
    await runGit(root, ['reset', '--quiet', '--soft', before]);
    await runGit(root, ['restore', `--source=${before}`, '--staged', '--worktree', '--', ...files.keys()]);
    for (const copy of copies) await rm(copy, { force: true });
    throw error;
  }
}
