import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTogether, type TestFiles } from '../../../scripts/mutate/find-together.ts';
import { holdAsync } from '../../support/hold.ts';

const testFiles = ['a', 'b', 'c', 'd'];

/** Returns the names of the files that run. */
const choose = (files: TestFiles) =>
  'only' in files ? files.only : testFiles.filter((file) => !files.without.includes(file));

/** Runs tests of which each fault makes some files fail, and counts the runs. */
function fakeTests(failures: readonly (readonly string[])[], always: readonly string[] = []) {
  const tests = {
    runs: 0,
    run: async (faults: readonly number[], files: TestFiles) => {
      tests.runs += 1;
      const failing = [...always, ...faults.flatMap((fault) => failures[fault] ?? [])];
      return choose(files).filter((file) => failing.includes(file));
    },
  };
  return tests;
}

const ignore = () => undefined;

const indexes = (list: readonly unknown[]) => list.map((_, index) => index);

describe('faults that are tried together', () => {
  it('are found exactly if one of them alone makes a file fail', async () => {
    const failures = fc.array(fc.subarray(testFiles), { maxLength: 12 });
    await holdAsync(
      fc.asyncProperty(failures, async (each) => {
        const found = await findTogether(indexes(each), fakeTests(each).run, ignore);
        expect([...found.keys()].sort()).toEqual(
          indexes(each)
            .filter((fault) => each[fault]?.length)
            .sort(),
        );
        for (const [fault, file] of found) expect(each[fault]).toContain(file);
      }),
    );
  });

  it('are found if one of them hides another one', async () => {
    // The file `a` fails with 0; with 1 the files `b` and `c` fail, unless 0 is there too.
    const fails: Record<string, (faults: readonly number[]) => boolean> = {
      a: (faults) => faults.includes(0),
      b: (faults) => faults.includes(1) && !faults.includes(0),
      c: (faults) => faults.includes(1) && !faults.includes(0),
    };
    const run = async (faults: readonly number[], files: TestFiles) =>
      choose(files).filter((file) => fails[file]?.(faults));
    expect([...(await findTogether([0, 1, 2], run, ignore)).keys()].sort()).toEqual([0, 1]);
  });

  it('need one run if none of them is found', async () => {
    const tests = fakeTests(Array(40).fill([]));
    expect((await findTogether(indexes(Array(40).fill(0)), tests.run, ignore)).size).toBe(0);
    expect(tests.runs).toBe(1);
  });

  it('are not found by a file that also fails without them', async () => {
    const reported: string[] = [];
    const { run } = fakeTests([['a'], ['b']], ['a']);
    const omitted: (readonly string[])[] = [];
    const runAndRecord = (faults: readonly number[], files: TestFiles) => {
      if ('without' in files) omitted.push(files.without);
      return run(faults, files);
    };
    const found = await findTogether([0, 1], runAndRecord, (file) => reported.push(file));
    expect([...found]).toEqual([[1, 'b']]);
    expect(reported).toEqual(['a']);
    expect(omitted).toEqual([[], ['a']]);
  });

  it('are not found by a file that only fails with several of them', async () => {
    const run = async (faults: readonly number[]) => (faults.length > 1 ? ['a'] : []);
    expect((await findTogether([0, 1, 2], run, ignore)).size).toBe(0);
  });
});
