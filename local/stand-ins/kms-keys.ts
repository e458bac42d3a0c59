import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEY_BYTES = 32;

/** Keys of the KMS stand-in, each in a file that only its owner may read. */
export class KeyFolder {
  private readonly folder: string;
  private readonly keys = new Map<string, Buffer>();

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700); // the mode above counts only for a new folder
  }

  /**
   * Reads the key, or makes it when it has never been.
   * @throws Error when its file holds no key: making another would lose all that the first one sealed
   */
  provide(arn: string): void {
    const file = join(this.folder, `${createHash('sha256').update(arn).digest('hex').slice(0, 32)}.key`);
    if (!existsSync(file)) writeWhole(file, randomBytes(KEY_BYTES));
    const key = readFileSync(file);
    if (key.length !== KEY_BYTES) {
      throw new Error(`the key of ${arn} in ${file} is damaged; --fresh forgets it and all local data`);
    }
    this.keys.set(arn, key);
  }

  /** The key and its ARN, by its ARN or id; undefined when there is none. */
  find(arnOrId: string): { arn: string; key: Buffer } | undefined {
    for (const [arn, key] of this.keys) {
      if (arn === arnOrId || arn.endsWith(`:key/${arnOrId}`)) return { arn, key };
    }
    return undefined;
  }
}

/** So that whoever is killed in between leaves either no file or a whole one. */
function writeWhole(file: string, content: Buffer): void {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, content, { mode: 0o600 });
  linkSync(temporary, file);
  unlinkSync(temporary);
}
