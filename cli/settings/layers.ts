import type { Pipeline } from '../pipeline/pipeline.ts';
import type { CommandName, Flags } from './flags.ts';
import type { LoadedConfigFile } from './read-config-file.ts';

/** The source of what nobody gave. */
export const DEFAULT = 'default';

/** What settings are made of. */
export interface Layers {
  command: CommandName;
  flags: Flags;
  file: LoadedConfigFile | null;
  pipeline: Pipeline | null;
  /** Is told where each member comes from. */
  sources: Sources;
  /** Is told what people should know of how the settings came to be, a note each. */
  notes: string[];
}

/** Which flag, variable or file said what, by member: `apiUrl`, `config.rules`, `config.metadata.commit`. */
export class Sources {
  readonly #texts = new Map<string, string>();

  /** Notes where a member and all within it come from. */
  set(path: readonly PropertyKey[], source: string): void {
    const key = keyOf(path);
    for (const each of this.#texts.keys()) {
      if (each === key || each.startsWith(`${key}.`)) this.#texts.delete(each);
    }
    this.#texts.set(key, source);
  }

  /** Where a member comes from: what was noted of it or of the innermost member around it, and the path below that. */
  of(path: readonly PropertyKey[]): { source: string; below: readonly PropertyKey[] } | undefined {
    for (let depth = path.length; depth > 0; depth--) {
      const source = this.#texts.get(keyOf(path.slice(0, depth)));
      if (source !== undefined) return { source, below: path.slice(depth) };
    }
    return undefined;
  }

  /** All that was noted, by member. */
  all(): Record<string, string> {
    return Object.fromEntries(this.#texts);
  }
}

function keyOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}
