import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Characters that act instead of being shown: controls except the line feed, bidirectional controls, line and
 * paragraph separators, zero-width characters, tag characters, unpaired surrogates.
 */
export const ACTIVE_CHARACTER =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the constant is about these characters
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\u{e0000}-\u{e007f}]/u;

/**
 * Returns hostile texts that a page may contain, by the attack that each one tries.
 * @param lure URL that is requested only if a text is executed
 */
export function hostileTexts(lure: string): Record<string, string> {
  return {
    script: `"'><script src="${lure}?script"></script><script>alert(1)</script>`,
    image: `<img src="${lure}?image" onerror="alert(1)">`,
    frame: `<svg onload="alert(1)"><iframe src="${lure}?frame"></iframe>`,
    attribute: `x" autofocus onfocus="alert(1)" style="background:url(${lure}?style)`,
    closing: '</title></style></textarea></code></pre></script></body>',
    comment: '--><!--<script> --!> ]]> <![CDATA[ <?xml ?> <!DOCTYPE x>',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template engine would replace it
    template: "{{constructor.constructor('alert(1)')()}} ${alert(1)} <%= alert(1) %> %s %n",
    entities: '&lt;script&gt;alert(1)&lt;/script&gt; &#x202e; &amp;lt;',
    selector: `a]{}*/:not(b)>c~d"e'f\\g,#h.i`,
    escapes: 'esc\u001b[2J\u001b]0;owned\u0007csi\u009b31mred bell\u0007 back\b\b\b del\u007f',
    unfinished: 'before\u001b]8;;http://evil.example/ and all that comes after',
    nul: 'a\u0000b\u0001c',
    lines: 'one\u2028two\u2029three\u0085four\u000bfive\u000csix',
    direction: 'invoice\u202egnp.exe\u202c \u2066in\u2069 \u200e\u200f\u061c end',
    unseen: 'pay\u200bpal\ufeff\u2060\u{e0041}\u{e007f}end',
    surrogates: 'high \ud800 low \udc00 end',
  };
}

const MEGABYTE = 1024 * 1024;
const GIF = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';

/** Builds a page whose script creates the texts, because a document cannot be sent with unpaired surrogates. */
function setUp(texts: Record<string, string>, script: string): string {
  const json = JSON.stringify(texts).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title></head><body>
<main id="main"><h1>Hostile</h1></main><script>
const texts = ${json};
const main = document.getElementById('main');
const add = (name, attributes, parent = main) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
};
const picture = (attributes, parent) => add('img', { src: '${GIF}', width: 20, height: 20, ...attributes }, parent);
${script}
</script></body></html>`;
}

/** Puts every text into every position of a page. The scanner must execute none of them either. */
const EVERYWHERE = `
document.title = Object.values(texts).join(' | ').slice(0, 450);
for (const [key, text] of Object.entries(texts)) {
  picture({ id: 'id-' + text });
  picture({ class: 'class-' + text });
  picture({ 'data-text': text, 'data-key': key });
  add('input', { type: 'text', name: text, 'data-key': key });
  add('a', { href: 'javascript:' + text, 'data-key': key });
  add('a', { href: 'https://example.invalid/?' + text, 'data-key': key });
  add('p', { lang: text, 'data-key': key }).textContent = text;
  add('p', { 'aria-live': text, 'data-key': key }).textContent = text;
  picture({ class: text }, add('div', { id: 'host-' + text }).attachShadow({ mode: 'open' }));
}
const inFrame = '<!doctype html><html lang="en"><title>f</title><body><img src="${GIF}" width="20" height="20">';
for (const key of ['script', 'escapes', 'direction', 'surrogates']) add('iframe', { name: texts[key], id: 'frame-' + texts[key], srcdoc: inFrame });
`;

/** Attributes of one megabyte each, which snippets, selectors and messages are made from. */
const LARGE = `
const long = 'L'.repeat(${MEGABYTE});
document.title = long;
picture({ 'data-long': long });
picture({ id: long });
picture({ class: long });
picture({ 'data-pair': '\\u{1f600}'.repeat(${MEGABYTE / 2}) });
add('a', { href: 'https://example.invalid/?' + long });
add('p', { lang: long }).textContent = 'x';
add('p', { 'aria-live': long }).textContent = 'x';
add('iframe', { id: long, srcdoc: '<!doctype html><html lang="en"><title>f</title><body><img src="${GIF}" width="20" height="20">' });
`;

/** The paths of the hostile site; each path is hostile in a different way. */
export const hostilePaths = {
  everywhere: `/everywhere?q="'><script>alert(1)</script>&r=%1b%5b31m%00%e2%80%ae%0d%0a%ff#%3Cscript%3E`,
  large: '/large',
  status: '/status',
  type: '/type',
  redirect: '/redirect',
};

/** A site whose every text is hostile, on a free port of 127.0.0.1. */
export async function serveHostileSite() {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    const lure = `http://${request.headers.host}/lure`;
    const send = (body: string) =>
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(body);
    switch (new URL(request.url ?? '/', 'http://site').pathname) {
      case '/everywhere':
        return send(setUp(hostileTexts(lure), EVERYWHERE));
      case '/large':
        return send(setUp({}, LARGE));
      case '/status':
        return response.writeHead(503, '<script>alert(1)</script>\u009b31m').end();
      case '/type':
        return response.writeHead(200, { 'Content-Type': 'text/<script>\u009b31m' }).end('x');
      case '/redirect':
        return response
          .writeHead(302, { Location: `/status?"'><script>alert(1)</script>\u009b31m%1b%e2%80%ae` })
          .end();
      default:
        return response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    lure: `${origin}/lure`,
    /** Requests that only an executed text makes. */
    lured: () => requested.filter((url) => url.startsWith('/lure')),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
