import type { FunctionName } from '../function-names.ts';

/** The code of one function as it is deployed. */
export interface FunctionBundle {
  /** Directory with `index.mjs` and whatever lies beside it. */
  readonly directory: string;
  /** Changes when anything in the directory does. */
  readonly hash: string;
}

export type FunctionBundles = Readonly<Record<FunctionName, FunctionBundle>>;
