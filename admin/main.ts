import { runAdmin } from './run-admin.ts';

/**
 * The administration tool: `node admin/main.ts COMMAND [flags]`, on a deployed stack or on the runtime of this
 * machine. Exit codes: 0 done, 1 it could not be done, 2 it was asked wrongly.
 */
const { code, out, err } = await runAdmin(process.argv.slice(2));
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = code;
