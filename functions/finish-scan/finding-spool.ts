import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FindingKind } from '../../core/findings/finding-kind.ts';
import type { FindingStore } from '../../core/reports/finding-store.ts';
import type { ReportNode } from '../../core/reports/report.ts';
import type { ReportFinding } from '../../core/reports/report-source.ts';
import { readTextLines } from './text-lines.ts';

/** Maximum length of the rows of all files that are buffered in memory, in UTF-16 code units. */
const WAITING_LENGTH_MAX = 4 * 1024 * 1024;

/**
 * Stores the findings of a report on disk: one file for each rule and kind, one finding as JSON per line. No file stays
 * open, because there may be many rules.
 */
export class FindingSpool implements FindingStore {
  readonly #folder: string;
  readonly #parts = new Map<string, Part>();
  #waiting = 0;

  /** @param folder an empty folder; the caller removes it */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async add({ kind, ruleId }: ReportFinding, json: string): Promise<void> {
    this.#part(kind, ruleId).rows.push(json);
    this.#waiting += json.length;
    if (this.#waiting >= WAITING_LENGTH_MAX) await this.#write();
  }

  async pick(kind: FindingKind, ruleId: string, indexes: readonly number[]): Promise<ReportNode[]> {
    const nodes: ReportNode[] = [];
    let index = 0;
    for await (const row of this.#rows(kind, ruleId)) {
      if (nodes.length === indexes.length) break;
      if (index === indexes[nodes.length]) nodes.push((JSON.parse(row) as ReportFinding).node);
      index += 1;
    }
    return nodes;
  }

  /** Yields the rows of some rules and kinds, one after the other, and deletes each file after it was read. */
  async *drain(order: Iterable<{ kind: FindingKind; ruleId: string }>): AsyncGenerator<string> {
    for (const { kind, ruleId } of order) {
      yield* this.#rows(kind, ruleId);
      await rm(this.#part(kind, ruleId).path, { force: true });
    }
  }

  async *#rows(kind: FindingKind, ruleId: string): AsyncGenerator<string> {
    const part = this.#part(kind, ruleId);
    await this.#write();
    if (part.written) yield* readTextLines(part.path);
  }

  #part(kind: FindingKind, ruleId: string): Part {
    const key = `${kind} ${ruleId}`;
    let part = this.#parts.get(key);
    if (!part) {
      // The name is a number because the ids of rules come from stored results and are not trusted.
      part = { path: join(this.#folder, `part-${this.#parts.size}.ndjson`), rows: [], written: false };
      this.#parts.set(key, part);
    }
    return part;
  }

  async #write(): Promise<void> {
    for (const part of this.#parts.values()) {
      if (part.rows.length === 0) continue;
      const text = `${part.rows.join('\n')}\n`;
      part.rows = [];
      part.written = true;
      await appendFile(part.path, text);
    }
    this.#waiting = 0;
  }
}

interface Part {
  path: string;
  /** Rows that are not written to the file yet. */
  rows: string[];
  written: boolean;
}
