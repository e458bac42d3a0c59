import { defineConfig } from 'vitest/config';

const WORKFLOW = 'test/integration/workflow/**/*.test.ts';

/** Unit tests come first: they need nothing of the service that the end-to-end tests share, which starts meanwhile. */
const afterUnit = { groupOrder: 1 };

/**
 * One project per level, so that a single level can be run with `vitest run --project unit`. Most of the time of small
 * files is the loading of what they test; without isolation, the files that one worker runs share it.
 */
export default defineConfig({
  test: {
    // Some of the slow tests' time is waiting, so three at once pay even on two cores; four only hinder each other.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'infrastructure',
          sequence: afterUnit,
          isolate: false,
          include: ['test/infrastructure/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          sequence: afterUnit,
          include: ['test/integration/**/*.test.ts'],
          exclude: [WORKFLOW],
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'workflow',
          sequence: afterUnit,
          // Each file replaces modules of its own.
          include: [WORKFLOW],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          sequence: afterUnit,
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
