/** Which tests to run: those of the given files, or the whole stage without some files. */
export type TestFiles = { only: readonly string[] } | { without: readonly string[] };

/** Runs tests with some faults. Returns the files that failed. */
export type RunTests<Fault> = (faults: readonly Fault[], files: TestFiles) => Promise<readonly string[]>;

/**
 * Finds out which of many faults a stage of tests finds, with few runs: all faults are put in at once, and only for
 * files that fail, halves of the faults are tried until one fault remains. That is repeated with the faults that are
 * left until no file fails, because a found fault may have hidden another one. Two faults that always hide each other
 * are both left.
 *
 * A file that fails without faults, or only with several of them together, shows nothing and is passed over.
 *
 * @param run returns files in the order in which they are to be tried, for example the quickest first
 * @param report gets each file that is passed over: the faults that only it would have found are missing in the result
 * @returns each fault that was found, and the file that found it
 */
export async function findTogether<Fault>(
  faults: readonly Fault[],
  run: RunTests<Fault>,
  report: (file: string) => void,
): Promise<Map<Fault, string>> {
  const found = new Map<Fault, string>();
  const passedOver = new Set<string>();
  const passOver = (file: string) => {
    passedOver.add(file);
    report(file);
  };
  const sound = new Set<string>();
  let rest = faults;
  while (rest.length > 0) {
    // What is passed over is not run again: some of these files wait for minutes.
    const without = [...passedOver];
    const failing = (await run(rest, { without })).filter((file) => !passedOver.has(file));
    if (failing.length === 0) break;
    const unknown = failing.filter((file) => !sound.has(file));
    const flawed = unknown.length === 0 ? [] : await run([], { only: unknown });
    for (const file of unknown) {
      if (flawed.includes(file)) passOver(file);
      else sound.add(file);
    }
    let isFirst = true;
    for (const file of failing) {
      const fails = async (some: readonly Fault[]) => (await run(some, { only: [file] })).length > 0;
      // A fault that was found meanwhile may have been the only one that the file finds.
      while (rest.length > 0 && !passedOver.has(file) && (isFirst || (await fails(rest)))) {
        isFirst = false;
        const fault = await findOne(rest, fails);
        if (fault === undefined) passOver(file);
        else found.set(fault, file);
        rest = rest.filter((each) => each !== fault);
      }
    }
  }
  return found;
}

/**
 * Returns one of the faults that make a test fail together; undefined if none does so alone.
 * @param isShown whether it was seen that the test fails with these faults, which is only expected otherwise
 */
async function findOne<Fault>(
  faults: readonly Fault[],
  fails: (faults: readonly Fault[]) => Promise<boolean>,
  isShown = true,
): Promise<Fault | undefined> {
  const [fault, ...others] = faults;
  if (fault === undefined) return undefined;
  if (others.length === 0) return isShown || (await fails(faults)) ? fault : undefined;
  const half = Math.ceil(faults.length / 2);
  const [first, second] = [faults.slice(0, half), faults.slice(half)];
  if (!(await fails(first))) return findOne(second, fails, false);
  const one = await findOne(first, fails);
  if (one !== undefined) return one;
  return (await fails(second)) ? findOne(second, fails) : undefined;
}
