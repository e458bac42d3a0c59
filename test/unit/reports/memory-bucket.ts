import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { PageResult } from '../../../core/scans/page-result.ts';
import type { RevisionBucket } from '../../../functions/finish-scan/put-revision.ts';

/** A bucket in memory that accepts each key once, and only a body that matches its checksum. */
export class MemoryBucket implements RevisionBucket {
  readonly objects = new Map<string, { body: Buffer; contentType: string }>();
  /** Maximum number of objects that were read at the same time. */
  mostOpen = 0;
  #open = 0;

  read = async (key: string): Promise<Uint8Array | undefined> => {
    this.#open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.#open);
    // Later reads finish first.
    for (let turn = 0; turn < 10 - (key.length % 8); turn++) await null;
    this.#open -= 1;
    return this.objects.get(key)?.body;
  };

  async put(
    key: string,
    file: { path: string; bytes: number; sha256: string },
    contentType: string,
  ): Promise<void> {
    if (this.objects.has(key)) throw new Error(`${key} is written twice`);
    const body = await readFile(file.path);
    if (createHash('sha256').update(body).digest('base64') !== file.sha256) throw new Error(`${key} is torn`);
    if (body.length !== file.bytes) throw new Error(`${key} has another length than announced`);
    this.objects.set(key, { body, contentType });
  }

  putResult(key: string, result: PageResult): void {
    this.objects.set(key, { body: Buffer.from(JSON.stringify(result)), contentType: 'application/json' });
  }

  text(key: string): string {
    const found = this.objects.get(key);
    if (!found) throw new Error(`there is no ${key}`);
    return found.body.toString();
  }
}
