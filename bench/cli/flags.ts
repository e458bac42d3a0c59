import { parseArgs } from 'node:util';
import { contestants } from './contestants.ts';

/** The settings from the command line. */
export interface Flags {
  rounds: number;
  /** Ids of the contestants that take part. */
  only: string[];
  /** The packed command; undefined to pack it from the checkout. */
  package: string | undefined;
  help: boolean;
}

export const helpText = `Measures the start of the CLI and its scan of the demo site, and those of similar commands.

npm run bench:cli -- [flags]
  --rounds N    scans of each; default 3
  --only IDS    scan only with these, separated by commas: ${contestants.map(({ id }) => id).join(', ')}
  --package TGZ package of our CLI; by default it is packed from the checkout
  --help        show this

@axe-core/cli takes part only if CHROMEDRIVER is the path of a ChromeDriver.
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
      rounds: { type: 'string', default: '3' },
      only: { type: 'string' },
      package: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new Error(`--rounds must be a whole number of at least 1, not ${values.rounds}`);
  }
  const known = contestants.map(({ id }) => id);
  const only = values.only?.split(',') ?? known;
  const unknown = only.filter((id) => !known.includes(id));
  if (unknown.length > 0) {
    throw new Error(`--only: unknown: ${unknown.join(', ')}; known: ${known.join(', ')}`);
  }
  return { rounds, only, package: values.package, help: values.help };
}
