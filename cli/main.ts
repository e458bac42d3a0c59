#!/usr/bin/env node
// An older Node.js must reach this message. Therefore nothing is imported before it, and the syntax is old.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(`a11y-scan needs Node.js 22.12 or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  try {
    const { runInProcess } = await import('./process/run-in-process.ts');
    await runInProcess();
  } catch (error) {
    // Node.js would exit with 1, which means that the gate failed.
    process.stderr.write(`This is a bug in a11y-scan: ${String(error).split('\n', 1)[0]}\n`);
    process.exitCode = 3;
  }
}
