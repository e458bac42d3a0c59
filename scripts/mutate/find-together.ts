/** Runs the tests of the given files, or the whole stage, with some faults. Returns the files that failed. */
export type RunTests<Fault> = (
  faults: readonly Fault[],
  files?: readonly string[],
) => Promise<readonly string[]>;

/**
 * Finds out which of many faults a stage of tests finds, with few runs: all faults are put in at once, and only for
 * files that fail, halves of the faults are tried until one fault remains. Every file has run with all faults that are
 * left in the end, so a fault that hides another one loses nothing.
 *
 * A file that fails without faults, or only with several of them together, shows nothing and is passed over.
 *
 * @returns each fault that was found, and the file that found it
 */
export async function findTogether<Fault>(
  faults: readonly Fault[],
  run: RunTests<Fault>,
): Promise<Map<Fault, string>> {
  const found = new Map<Fault, string>();
  const rest = () => faults.filter((fault) => !found.has(fault));
  let failing = await run(faults);
  while (failing[0] !== undefined && rest().length > 0) {
    const [file, ...others] = failing;
    const fault = await findOne(rest(), async (some) => (await run(some, [file])).length > 0);
    if (fault === undefined || (await run([], [file])).length > 0) {
      failing = others;
      continue;
    }
    found.set(fault, file);
    failing = rest().length === 0 ? [] : await run(rest(), failing);
  }
  return found;
}

/** Returns a fault with which the tests fail; undefined if none does so alone. */
async function findOne<Fault>(
  faults: readonly Fault[],
  fails: (faults: readonly Fault[]) => Promise<boolean>,
): Promise<Fault | undefined> {
  let some = faults;
  while (some.length > 1) {
    const half = some.slice(0, Math.ceil(some.length / 2));
    some = (await fails(half)) ? half : some.slice(half.length);
  }
  const [fault] = some;
  return fault !== undefined && (await fails([fault])) ? fault : undefined;
}
