import type { Host, Output } from '../host.ts';
import { maskKeys } from '../settings/key-text.ts';

/** Returns a host that masks API keys in its outputs and in its result, as the last safeguard. */
export function maskHostOutputs(host: Host): Host {
  const value = host.env.A11Y_SCAN_API_KEY?.trim();
  const { onResult } = host;
  return {
    ...host,
    stdout: maskOutput(host.stdout, value),
    stderr: maskOutput(host.stderr, value),
    ...(onResult === undefined
      ? {}
      : { onResult: (document) => onResult(JSON.parse(maskKeys(JSON.stringify(document), value))) }),
  };
}

function maskOutput(output: Output, value: string | undefined): Output {
  return {
    write: (text) => output.write(maskKeys(text, value)),
    get isTTY() {
      return output.isTTY;
    },
    get columns() {
      return output.columns;
    },
  };
}
