import { parseArgs } from 'node:util';
import { INSPECTOR_PORT, type Inspection } from './functions/inspect.ts';

/** The settings from the command line. */
export type Flags = {
  port: number;
  dataFolder: string;
  fresh: boolean;
  demo: boolean;
  /** Loopback ports that scans may open in addition to that of the demo site. */
  allowLoopback: 'all' | readonly number[];
  verbose: boolean;
  inspect: Inspection | undefined;
  help: boolean;
};

/** An unknown flag or an invalid value of a flag. */
export class FlagError extends Error {
  override name = 'FlagError';
}

export const HELP = `Runs the service on this machine, from the same template that is deployed to AWS.

npm start -- [flags]
  --port N      port of the API (default: PORT from the environment, else 3000; 0 selects a free one)
  --data DIR    folder of all state (default .local)
  --fresh       delete all state first
  --no-demo     create no demo site and run no scan
  --allow-loopback PORTS
                ports of this machine that scans may open, such as 8080,5173, or all (default: the demo site only)
  --inspect FN  let the function FN, such as scan-pages, wait for a debugger on port 9229 (FN:PORT: on PORT)
  --verbose     show the log of the functions (it is always in DIR/logs)
  --help        show this
`;

/**
 * Returns the settings from the command line and the environment.
 *
 * @param args the command line without program and script
 * @throws FlagError with one line that says what is wrong and what is correct
 */
export function readFlags(args: string[], environment: NodeJS.ProcessEnv): Flags {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
    throw new FlagError(`${message.replaceAll('\n', ' ').replace(/\.$/, '')}; --help lists the flags`);
  }
  const portText = values.port ?? environment.PORT;
  const source = values.port === undefined ? 'PORT' : '--port';
  const port = portText === undefined || portText === '' ? 3000 : Number(portText);
  if (!Number.isInteger(port) || port < 0 || port > 65_535 || portText?.trim() !== portText) {
    throw new FlagError(`${source} must be a whole number from 0 to 65535, not "${portText}"`);
  }
  if (values.data === '') throw new FlagError('--data must name a folder');
  return {
    port,
    dataFolder: values.data ?? '.local',
    fresh: values.fresh ?? false,
    demo: !values['no-demo'],
    allowLoopback: parseLoopbackPorts(values['allow-loopback']),
    verbose: values.verbose ?? false,
    inspect: values.inspect === undefined ? undefined : parseInspection(values.inspect),
    help: values.help ?? false,
  };
}

function parse(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: false,
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      fresh: { type: 'boolean' },
      'no-demo': { type: 'boolean' },
      'allow-loopback': { type: 'string' },
      verbose: { type: 'boolean' },
      inspect: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values;
}

/** @param text comma-separated ports, or `all` */
function parseLoopbackPorts(text: string | undefined): Flags['allowLoopback'] {
  if (text === undefined || text === 'all') return text ?? [];
  return text.split(',').map((part) => {
    const port = /^\d{1,5}$/.test(part.trim()) ? Number(part) : 0;
    if (port >= 1 && port <= 65_535) return port;
    throw new FlagError(
      `--allow-loopback must be ports separated by commas, such as 8080,5173, or all, not "${text}"`,
    );
  });
}

/** @param text name of a function, and its port if it is not the default: `scan-pages`, `scan-pages:9300` */
function parseInspection(text: string): Inspection {
  const [, name, port] = /^([a-z-]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const number = port === undefined ? INSPECTOR_PORT : Number(port);
  if (name === undefined || number < 1 || number > 65_535) {
    throw new FlagError(
      `--inspect must name a function, such as scan-pages or scan-pages:9300, not "${text}"`,
    );
  }
  return { name, port: number };
}
