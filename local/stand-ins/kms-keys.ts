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
    chmodSync(folder, 0o700); // the mode above applies only to a new folder
  }

  /**
   * Reads the key, or creates it if it has never existed.
   * @throws Error if its file holds no valid key: a new key could not decrypt the existing data
   */
  provide(arn: string): void {
    const file = join(this.folder, `${createHash('sha256').update(arn).digest('hex').slice(0, 32)}.key`);
    if (!existsSync(file)) writeAtomically(file, randomBytes(KEY_BYTES));
    const key = readFileSync(file);
    if (key.length !== KEY_BYTES) {
      throw new Error(`the key of ${arn} in ${file} is damaged; --fresh deletes it and all local data`);
    }
    this.keys.set(arn, key);
  }

  /** Returns the key and its ARN, by ARN or id, or undefined if it does not exist. */
  find(arnOrId: string): { arn: string; key: Buffer } | undefined {
    for (const [arn, key] of this.keys) {
      if (arn === arnOrId || arn.endsWith(`:key/${arnOrId}`)) return { arn, key };
    }
    return undefined;
  }
}

/** Writes a file atomically: if the process is killed, the file is complete or does not exist. */
function writeAtomically(file: string, content: Buffer): void {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, content, { mode: 0o600 });
  linkSync(temporary, file);
  unlinkSync(temporary);
}
