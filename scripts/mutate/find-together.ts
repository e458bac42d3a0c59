/** Runs the tests of the given files, or the whole stage, with some faults. Returns the files that failed. */
export type RunTests<Fault> = (
  faults: readonly Fault[],
  files?: readonly string[],
) => Promise<readonly string[]>;

/**
 * Finds out which of many faults a stage of tests finds, with few runs: all faults are put in at once, and only for
 * files that fail, halves of the faults are tried until one fault remains. That is repeated with the faults that are
 * left until no file fails, because a found fault may have hidden another one. Two faults that always hide each other
 * are both left.
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
  const passedOver = new Set<string>();
  let rest = faults;
  while (rest.length > 0) {
    let failing: readonly string[] = (await run(rest)).filter((file) => !passedOver.has(file));
    if (failing.length === 0) break;
    while (failing[0] !== undefined && rest.length > 0) {
      const [file, ...others] = failing;
      const fault = await findOne(rest, async (some) => (await run(some, [file])).length > 0);
      if (fault === undefined || (await run([], [file])).length > 0) {
        passedOver.add(file);
        failing = others;
        continue;
      }
      found.set(fault, file);
      rest = rest.filter((each) => each !== fault);
      failing = rest.length === 0 ? [] : await run(rest, failing);
    }
  }
  return found;
}

/** Returns a fault with which the tests fail; undefined if none does so alone. */
async function findOne<Fault>(
  faults: readonly Fault[],
  fails: (faults: readonly Fault[]) => Promise<boolean>,
): Promise<Fault | undefined> {
  const [fault, ...others] = faults;
  if (fault === undefined || !(await fails(faults))) return undefined;
  if (others.length === 0) return fault;
  const half = faults.slice(0, Math.ceil(faults.length / 2));
  return (await findOne(half, fails)) ?? (await findOne(faults.slice(half.length), fails));
}
