import type { FunctionRow } from '../function-row.ts';

/**
 * Returns a row, checked against the environment of its function: a row with a missing variable does not compile. The
 * name of a row is the name of the function's folder.
 */
export function checkRow<Environment extends object>(row: FunctionRow<Environment>): FunctionRow {
  return row;
}
