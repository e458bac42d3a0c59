import { escapeLogText } from './terminal.ts';

/**
 * Returns lines that say what is isolated from the rest of this machine.
 * @param sandboxFault why the browser has no sandbox; null if it has one
 * @param areTablesOpen whether other users can reach the table server
 */
export function describeIsolation(sandboxFault: string | null, areTablesOpen: boolean): string[] {
  return [
    sandboxFault === null
      ? 'The browser runs in a sandbox'
      : `Warning: the browser runs without a sandbox: ${escapeLogText(sandboxFault)}. ` +
        'Scan only pages that you trust (docs/security.md, "The sandbox on one machine")',
    ...(areTablesOpen
      ? [
          'Warning: other users of this machine can read and change the tables, because the table server has an address ' +
            '(docs/security.md, "The service on one machine")',
        ]
      : []),
  ];
}
