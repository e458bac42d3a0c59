import { parseArgs } from 'node:util';
import { contestants } from './contestants.ts';

/** What the command line asks for. */
export interface Flags {
  rounds: number;
  /** Ids of those who scan. */
  only: string[];
  /** The packed command; undefined to pack it from the checkout. */
  package: string | undefined;
  help: boolean;
}

export const helpText = `Times the start of the command, and its scan of the demo site, beside those of its peers.

npm run bench:cli -- [flags]
  --rounds N    scans of each; 3 unless given
  --only IDS    only these scan, with commas: ${contestants.map(({ id }) => id).join(', ')}
  --package TGZ this package of ours, in place of one that is made of the checkout
  --help        show this

@axe-core/cli takes part where the environment has the path of a ChromeDriver in CHROMEDRIVER.
`;

/**
 * @param args the command line without program and script
 * @throws Error with one line that says what is wrong and what would be right
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
    throw new Error(`--only: there is no ${unknown.join(', ')}; there are ${known.join(', ')}`);
  }
  return { rounds, only, package: values.package, help: values.help };
}
