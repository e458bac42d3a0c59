import type { Plugin } from 'esbuild';

const NAMESPACE = 'require-http';

/**
 * Loads `node:http` with `require` instead of `import`, also of the SDK's `import()` at its first request. An import
 * reads all of its exports, also `WebSocket`, for which Node.js loads undici: a fifth of the start of a small function.
 */
export const requireHttp: Plugin = {
  name: NAMESPACE,
  setup(build) {
    build.onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' || kind === 'dynamic-import'
        ? { path: 'node:http', namespace: NAMESPACE }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: `module.exports = require('${path}');`,
    }));
  },
};
