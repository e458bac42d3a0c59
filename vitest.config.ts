import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that load modules again, or replace them otherwise than the rest of their level. Each needs a process of its
 * own, because a module that is loaded again loses its table server or its browser. This does not concern unit tests,
 * whose modules have no servers, nor a replacement that all files of a level share (workflow/browser.ts,
 * webhooks/harness.ts).
 */
const REPLACING =
  'test/integration/{adapters/run-browser,workflow/{local-settings,*-killed},webhooks/killed}*.test.ts';
/**
 * End-to-end and integration tests are one group, so that integration tests use the cores while the last end-to-end
 * test waits for its functions. Much of their time is waiting: with three at once, two cores are idle for a fifth of
 * the time.
 */
const withServices = { sequence: { groupOrder: 2 }, maxWorkers: 4 };
/** The CDK would validate every template, which takes longer than the rest of a synthesis and only prints warnings. */
const withoutValidation = { env: { CDK_VALIDATION: 'false' } };

/**
 * Without earlier results, large files run first. This small one imports its tests, which take the longest: if it ran
 * last, the others would have ended long before.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('/test/e2e/own-service.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

/** Shows which files use the processors: `MEASURE_CPU=rows.json npm test`. */
const isMeasured = Boolean(process.env.MEASURE_CPU);

/**
 * One project per level, so that a single level can be run with `vitest run --project unit`. Most of the time of small
 * files is the loading of what they test; without isolation, the files that one worker runs share it.
 *
 * The projects run in the order of `groupOrder`. Unit tests come first: they need nothing of the service that the
 * end-to-end tests share, which starts meanwhile.
 */
export default defineConfig({
  test: {
    setupFiles: [
      'test/support/restore-environment.ts',
      ...(isMeasured ? ['test/support/cpu/measured-file.ts'] : []),
    ],
    ...(isMeasured ? { reporters: ['default', './test/support/cpu/reporter.ts'] } : {}),
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Its own default of one second is less than a loaded machine may need.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'infrastructure',
          sequence: { groupOrder: 1 },
          // The files share what they synthesize, so one worker needs less time for them than several.
          maxWorkers: 1,
          ...withoutValidation,
          isolate: false,
          include: ['test/infrastructure/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          ...withServices,
          ...withoutValidation,
          // Not by `exclude`, which would replace that of the command line.
          include: ['test/{integration,metamorphic}/**/*.test.ts', `!${REPLACING}`],
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          ...withServices,
          include: [REPLACING],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          ...withServices,
          isolate: false,
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          globalSetup: ['test/support/start-shared-service.ts'],
        },
      },
    ],
  },
});
