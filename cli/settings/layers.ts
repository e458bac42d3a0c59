import type { Pipeline } from '../pipeline/pipeline.ts';
import type { CommandName, Flags } from './flags.ts';
import type { ReadConfigFile } from './read-config-file.ts';
import type { Sources } from './sources.ts';

/** The source of what nobody gave. */
export const DEFAULT = 'default';

/** What settings are made of. */
export interface Layers {
  command: CommandName;
  flags: Flags;
  file: ReadConfigFile | null;
  pipeline: Pipeline | null;
  /** Is told where each member comes from. */
  sources: Sources;
  /** Is told what people should know of how the settings came to be, a note each. */
  notes: string[];
}
