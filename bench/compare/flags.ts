import { parseArgs } from 'node:util';
import { contestants } from './contestants.ts';

/** The settings from the command line. */
export interface Flags {
  /** At most two minutes: fewer pages, one round, concurrency 1 and 2. */
  quick: boolean;
  /** Also 1,000 pages in one run, which takes some minutes more. */
  long: boolean;
  /** Ids of the contestants that take part. */
  only: string[];
  help: boolean;
}

export const helpText = `Compares the engine and the service with similar tools on the same pages, with the same browser.

npm run bench -- [flags]
  --quick       at most two minutes: fewer pages, one round, concurrency 1 and 2
  --long        also 1,000 pages in one run
  --only IDS    only these, separated by commas: ${contestants.map(({ id }) => id).join(', ')}
  --help        show this
`;

/**
 * Returns the settings from the command line.
 * @param args the command line without program and script
 * @throws Error with one line that says what is wrong and what is correct
 */
export function readFlags(args: string[]): Flags {
  const { values } = parseArgs({
    args,
    allowPositionals: false,
    options: {
      quick: { type: 'boolean' },
      long: { type: 'boolean' },
      only: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const known = contestants.map(({ id }) => id);
  const only = values.only?.split(',') ?? known;
  const unknown = only.filter((id) => !known.includes(id));
  if (unknown.length > 0) {
    throw new Error(`--only: unknown: ${unknown.join(', ')}; known: ${known.join(', ')}`);
  }
  return { quick: values.quick ?? false, long: values.long ?? false, only, help: values.help ?? false };
}
