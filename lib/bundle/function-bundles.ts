/** The code of one function as it is deployed. */
export interface FunctionBundle {
  /** Directory with `index.mjs` and whatever lies beside it. */
  readonly directory: string;
  /** Changes when anything in the directory does. */
  readonly hash: string;
}

/** The code of all functions by their names. */
export type FunctionBundles = Readonly<Record<string, FunctionBundle>>;
