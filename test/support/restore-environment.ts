import { afterAll } from 'vitest';

/**
 * Setup file of all tests: restores the environment variables after each file, because the next file of the worker must
 * not find the address of a stopped server in them.
 */
const variables = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
});
