import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RevisionBucket } from '../../functions/finish-scan/put-revision.ts';

/** A bucket in a folder, so that the time of S3 is not measured. */
export class DiskBucket implements RevisionBucket {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the path of an object's file. */
  path(key: string): string {
    return join(this.#folder, key);
  }

  read = async (key: string): Promise<Uint8Array | undefined> => {
    try {
      return await readFile(this.path(key));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };

  async put(key: string, file: { path: string }): Promise<void> {
    await mkdir(dirname(this.path(key)), { recursive: true });
    await copyFile(file.path, this.path(key));
  }

  /** Writes an object that a scan would have written. */
  async write(key: string, text: string): Promise<void> {
    await mkdir(dirname(this.path(key)), { recursive: true });
    await writeFile(this.path(key), text);
  }
}
