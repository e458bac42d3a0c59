import { FlagError, type Flags, HELP, readFlags } from './flags.ts';

/** Runs `npm start`: the whole service on this machine, until Ctrl-C. */
async function main(): Promise<void> {
  const begun = performance.now();
  // Other users of the machine can read nothing that the service and its functions write.
  process.umask(0o077);
  let flags: Flags;
  try {
    flags = readFlags(process.argv.slice(2), process.env);
  } catch (error) {
    if (!(error instanceof FlagError)) throw error;
    reportError(error);
    return;
  }
  if (flags.help) {
    process.stdout.write(HELP);
    return;
  }

  // Loaded only now, so that an invalid flag is reported at once.
  const [{ Runtime }, { waitUntilHealthy }, { prepareAccess, serveWantedDemoSite }, { showDemoScan }] =
    await Promise.all([
      import('./runtime.ts'),
      import('./demo/api.ts'),
      import('./demo/access.ts'),
      import('./demo/show.ts'),
    ]);
  const stopping = new AbortController();
  /** What to stop, in reverse order. */
  const running: (() => Promise<void>)[] = [];
  let ending: Promise<void> | undefined;
  const stop = (code: number) => {
    ending ??= (async () => {
      stopping.abort(new Error('stopped'));
      for (const end of running.splice(0).reverse()) await end();
      process.exit(code);
    })();
    return ending;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (ending || running.length === 0) process.exit(1); // a second signal, or nothing runs yet: end at once
      say('\nStopping …');
      void stop(0);
    });
  }

  try {
    say('Starting the service on this machine …');
    const demoSite = await serveWantedDemoSite(flags.dataFolder, flags);
    if (demoSite) running.push(() => demoSite.stop());
    const demoPorts = demoSite ? [demoSite.port] : [];
    const runtime = await Runtime.start({
      dataFolder: flags.dataFolder,
      port: flags.port,
      fresh: flags.fresh,
      inspect: flags.inspect,
      loopbackPorts: flags.allowLoopback === 'all' ? 'all' : [...demoPorts, ...flags.allowLoopback],
      say,
      ...(flags.verbose && { echo: (name: string, chunk: Buffer | string) => echo(name, chunk) }),
    });
    running.push(() => runtime.stop());
    await waitUntilHealthy(runtime.baseUrl);
    say(`The API answers at ${runtime.baseUrl} (after ${((performance.now() - begun) / 1000).toFixed(1)} s)`);

    const service = await prepareAccess(runtime.data, runtime, demoSite, say);
    say(`A key of role admin is in ${runtime.data.file('service.json')}`);
    say(`The dashboard is at ${service.dashboardUrl}/ (sign in as ${service.signInEmail})`);
    say(`Mails of the service are at ${service.mailsUrl}`);
    if (demoSite) say(`The demo site is at ${demoSite.url}`);
    if (flags.demo) {
      // The service stays up even if the demo scan fails.
      await showDemoScan(service, runtime.data, say, stopping.signal).catch((error) => {
        if (!stopping.signal.aborted) say(`The demo scan failed: ${error.message}`);
      });
    }
    if (!ending) {
      say(`\nOpen the dashboard: ${service.dashboardUrl}/ (sign in as ${service.signInEmail})`);
      say('The service stays up until Ctrl-C.');
    }
  } catch (error) {
    if (ending) return ending;
    reportError(error);
    await stop(1);
  }
}

// The reader of the output has ended, as in `npm start | head`. The service stays up.
process.stdout.on('error', () => undefined);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function echo(functionName: string, chunk: Buffer | string): void {
  process.stderr.write(String(chunk).replace(/^(?=.)/gm, `[${functionName}] `));
}

/** Prints one line for an expected error, and the stack trace for any other. */
function reportError(error: unknown): void {
  const foreseen = new Set([
    'DataFolderError',
    'FlagError',
    'PortTakenError',
    'ReplacedTableError',
    'SynthesisError',
    'UnknownFunctionError',
  ]);
  const known = error instanceof Error && foreseen.has(error.name);
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
}

await main();
