import type { Pipeline } from '../pipeline/pipeline.ts';
import type { CommandName, Flags } from './flags.ts';
import type { LoadedConfigFile } from './read-config-file.ts';

/** The source of default values. */
export const DEFAULT = 'default';

/** The inputs of the settings. */
export interface Layers {
  command: CommandName;
  flags: Flags;
  file: LoadedConfigFile | null;
  pipeline: Pipeline | null;
  /** Records the source of each member. */
  sources: Sources;
  /** Collects notes for people on how the settings were resolved. */
  notes: string[];
}

/** The flag, variable or file that set each member: `apiUrl`, `config.rules`, `config.metadata.commit`. */
export class Sources {
  readonly #texts = new Map<string, string>();
  /** Records the source of a member and of all members within it. */
  /** Notes where a member and all within it come from. */
  set(path: readonly PropertyKey[], source: string): void {
    const key = toKey(path);
    for (const each of this.#texts.keys()) {
      if (each === key || each.startsWith(`${key}.`)) this.#texts.delete(each);
    }
    this.#texts.set(key, source);
  }

  /** Returns the source of a member or of its innermost recorded parent, and the path below that parent. */
  of(path: readonly PropertyKey[]): { source: string; below: readonly PropertyKey[] } | undefined {
    for (let depth = path.length; depth > 0; depth--) {
      const source = this.#texts.get(toKey(path.slice(0, depth)));
      if (source !== undefined) return { source, below: path.slice(depth) };
    }
    return undefined;
  }

  /** Returns all recorded sources, by member. */
  all(): Record<string, string> {
    return Object.fromEntries(this.#texts);
  }
}

function toKey(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}
