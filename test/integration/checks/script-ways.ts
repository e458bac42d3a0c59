import type { RequestListener } from 'node:http';
import { page, type Site, serve } from '../scanner/harness.ts';

const script = (text: string) => `<script>${text}</script>`;
/** Ends a session. */
const END = `setTimeout(() => { location.href = '/signed-out' }, 1200000)`;
/** Pages that get such a script in other ways than in a script element of the document. */
const otherWays = {
  '/external': '<script src="/end.js"></script>',
  '/module': `<script type="module">import '/end.js?module'</script>`,
  '/self-removing': script(`${END}; document.currentScript.remove()`),
  '/attribute': `<img src="/missing.png" alt="Oaks" onerror="${END}">`,
  '/data-url': `<script src="data:text/javascript,${encodeURIComponent(END)}"></script>`,
  '/fetched': script(`fetch('/end.js?text').then((answer) => answer.text()).then((text) => {
    document.body.append(Object.assign(document.createElement('script'), { textContent: text }))
  })`),
  '/evaluated': script(`const request = new XMLHttpRequest(); request.open('GET', '/end.js?eval');
    request.onload = () => eval(request.responseText); request.send()`),
  '/frame': '<iframe title="Oaks" src="/inner"></iframe>',
  '/dropped': script(`fetch('/large').then((answer) => answer.text()).then((text) => eval(text))`),
} as const;
export type ScriptWay = keyof typeof otherWays;
export const scriptWays = Object.keys(otherWays) as ScriptWay[];

/** Answers with a script. */
const sendScript =
  (text: string): RequestListener =>
  (_request, response) => {
    response.setHeader('Content-Type', 'text/javascript');
    response.end(text);
  };

/** Serves a page for each way. */
export function serveScriptWays(): Promise<Site> {
  const others = Object.entries(otherWays).map(([path, body]) => [path, page(`<p>Text</p>${body}`)]);
  return serve({
    ...Object.fromEntries(others),
    '/end.js': sendScript(END),
    '/end.js?module': sendScript(END),
    '/end.js?text': sendScript(END),
    '/end.js?eval': sendScript(END),
    // More than the browser keeps.
    '/large': sendScript(`/*${'x'.repeat(11_000_000)}*/ ${END}`),
    '/inner': page(script(END.replace('location', 'top.location'))),
  });
}
