import type { Host, Output } from '../host.ts';
import { maskKeys } from '../settings/key-text.ts';

/** The host with a last net: an API key that would be written to its outputs, or told as the result, is masked. */
export function maskHostOutputs(host: Host): Host {
  const value = host.env.A11Y_SCAN_API_KEY?.trim();
  const { onResult } = host;
  return {
    ...host,
    stdout: guarded(host.stdout, value),
    stderr: guarded(host.stderr, value),
    ...(onResult === undefined
      ? {}
      : { onResult: (document) => onResult(JSON.parse(maskKeys(JSON.stringify(document), value))) }),
  };
}

function guarded(output: Output, value: string | undefined): Output {
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
