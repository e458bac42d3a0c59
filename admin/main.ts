import { runAdmin } from './run-admin.ts';

/**
 * The administration tool: `node admin/main.ts COMMAND [flags]`, for a deployed stack or for the runtime on this
 * machine. Exit codes: 0 done, 1 failed, 2 usage error.
 */
const { code, out, err } = await runAdmin(process.argv.slice(2));
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = code;
