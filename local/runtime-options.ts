import type { CallFaults } from './faults/call-faults.ts';
import type { Inspection } from './functions/inspect.ts';

/** Faults that the runtime injects, for tests of fault tolerance. */
export type Faults = CallFaults & {
  /**
   * Called for each batch of messages. Returns whether the function gets the batch twice, in sequence or at the same
   * time.
   */
  deliverTwice?: () => boolean | 'together';
};

export type RuntimeOptions = {
  /** Folder for all data. Created if it does not exist. */
  dataFolder: string;
  /** Port of the API. 0, the default, selects a free one. */
  port?: number;
  /** Removes all state in the data folder first. */
  fresh?: boolean;
  /** A synthesized cloud assembly. If it is missing, the service's own stacks are synthesized. */
  assembly?: string;
  /**
   * Maximum number of concurrent invocations of one function by its queues. The default is the number of processors,
   * because more browsers only slow each other down.
   */
  concurrency?: number;
  /** Ports of this machine that scans may open; none by default. Ports of the runtime itself are never opened. */
  loopbackPorts?: 'all' | readonly number[];
  /** Gets a line for each step of the start. */
  say?: (line: string) => void;
  /** Gets all output of functions, in addition to their log files. */
  echo?: (functionName: string, chunk: Buffer | string) => void;
  faults?: Faults;
  /** The function that waits for a debugger. It has no time limit. */
  inspect?: Inspection | undefined;
};
