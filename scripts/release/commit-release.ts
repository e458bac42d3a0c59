import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runGit } from './git.ts';
import { buildTagName } from './obstacles.ts';

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
 */
export async function commitRelease(root: string, into: string, release: Release): Promise<string[]> {
  const { version, notes, files, artifacts } = release;
  const before = await runGit(root, ['rev-parse', 'HEAD']);
  const copies = artifacts.map((path) => join(into, basename(path)));
  // Ctrl-C reaches git too, so that it fails and the steps are undone; without this, it would end this process before.
  const ignoreSignal = () => undefined;
  process.on('SIGINT', ignoreSignal);
  try {
    await mkdir(into, { recursive: true });
    for (const [index, path] of artifacts.entries()) await copyFile(path, copies[index] ?? '');
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
  } finally {
    process.off('SIGINT', ignoreSignal);
  }
}
