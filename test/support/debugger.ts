import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Target {
  webSocketDebuggerUrl: string;
}

interface Message {
  id?: number;
  method?: string;
  params?: { scriptId?: string; url?: string; callFrames?: { location: { scriptId: string } }[] };
  result?: unknown;
  error?: { message: string };
}

/** Attaches to the process that waits on this port, as an editor's debugger does. */
export async function attachDebugger(port: number) {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as Target[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const scripts = new Map<string | undefined, string | undefined>();
  const answers = new Map<number, PromiseWithResolvers<unknown>>();
  const paused = Promise.withResolvers<string>();
  socket.onmessage = ({ data }) => {
    const { id, method, params, result, error }: Message = JSON.parse(data);
    if (method === 'Debugger.scriptParsed') scripts.set(params?.scriptId, params?.url);
    if (method === 'Debugger.paused')
      paused.resolve(scripts.get(params?.callFrames?.[0]?.location.scriptId) ?? '');
    if (id === undefined) return;
    if (error) answers.get(id)?.reject(new Error(error.message));
    else answers.get(id)?.resolve(result);
  };
  const send = (method: string, params: object = {}) => {
    const id = answers.size + 1;
    const answer = Promise.withResolvers<unknown>();
    answers.set(id, answer);
    socket.send(JSON.stringify({ id, method, params }));
    return answer.promise;
  };
  return {
    /** Sets a breakpoint at the line of the source file that contains the text, and lets the process start. */
    async breakAt(path: string, text: string): Promise<void> {
      const source = join(import.meta.dirname, '../..', path);
      const lineNumber = readFileSync(source, 'utf8')
        .split('\n')
        .findIndex((line) => line.includes(text));
      await send('Debugger.enable');
      await send('Debugger.setBreakpointByUrl', { url: `file://${source}`, lineNumber });
      await send('Runtime.runIfWaitingForDebugger');
    },
    /** Returns the URL of the source file in which the process has stopped. */
    stoppedAt: () => paused.promise,
    async goOn(): Promise<void> {
      await send('Debugger.resume');
      socket.close();
    },
  };
}
