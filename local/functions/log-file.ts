import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';

const LARGEST_FILE_BYTES = 5 * 1024 * 1024;

/** A log that keeps its last five to ten megabytes: a full file is renamed to `<name>.1` and a new one is started. */
export class LogFile {
  private readonly path: string;
  private stream: WriteStream;
  private size: number;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.path = path;
    this.size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    this.stream = this.open();
  }

  write(chunk: Buffer | string): void {
    if (this.size > LARGEST_FILE_BYTES) {
      this.stream.end();
      renameSync(this.path, `${this.path}.1`);
      this.stream = this.open();
      this.size = 0;
    }
    this.size += Buffer.byteLength(chunk);
    this.stream.write(chunk);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.stream.end(() => resolve()));
  }

  private open(): WriteStream {
    const stream = createWriteStream(this.path, { flags: 'a', mode: 0o600 });
    // A write error, for example a full disk, must not end the runtime.
    stream.on('error', () => undefined);
    return stream;
  }
}
