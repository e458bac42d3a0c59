import type { Attack } from './run-attacks.ts';

/** Markup that makes a browser send a request; `U` is the forbidden URL. */
const markup: [string, string][] = [
  ['an image', '<img alt="" src="U">'],
  ['an image with a srcset', '<img alt="" srcset="U 1x">'],
  ['a picture source', '<picture><source srcset="U"><img alt="" src="data:,"></picture>'],
  ['a lazy image', '<div style="height:3000px"></div><img alt="" loading="lazy" src="U">'],
  ['an image button', '<input type="image" alt="x" src="U">'],
  ['a background attribute', '<table background="U"><tr><td>x</table>'],
  ['a frame', '<iframe title="f" src="U"></iframe>'],
  ['a frameset', '<iframe title="f" srcdoc="<frameset><frame src=&quot;U&quot;></frameset>"></iframe>'],
  ['a frame in a frame', `<iframe title="f" srcdoc="<iframe title='g' src='U'></iframe>"></iframe>`],
  ['an object', '<object data="U"></object>'],
  ['an embed', '<embed src="U">'],
  ['a video', '<video src="U" preload="auto"></video>'],
  ['a poster', '<video poster="U"></video>'],
  ['audio', '<audio src="U" preload="auto"></audio>'],
  [
    'subtitles',
    '<video crossorigin src="data:video/mp4,"><track default kind="captions" src="U"></video><script>document.querySelector("track").track.mode = "showing"</script>',
  ],
  ['a script', '<script src="U"></script>'],
  ['a module script', '<script type="module" src="U"></script>'],
  ['an imported module', '<script type="module">import "U";</script>'],
  [
    'an import map',
    '<script type="importmap">{"imports":{"x":"U"}}</script><script type="module">import "x";</script>',
  ],
  ['a style sheet', '<link rel="stylesheet" href="U">'],
  ['a style sheet for print', '<link rel="stylesheet" media="print" href="U">'],
  ['CSS @import', '<style>@import "U";</style>'],
  [
    'CSS @import in a style sheet from a data URL',
    `<link rel="stylesheet" href="data:text/css,@import 'U';">`,
  ],
  ['a CSS background', '<div style="background: url(U); height: 9px">x</div>'],
  ['a CSS list marker', '<ul style="list-style-image: url(U)"><li>x</ul>'],
  ['CSS generated content', '<style>p::before { content: url(U) }</style>'],
  ['a CSS mask', '<div style="mask-image: url(U); height: 9px">x</div>'],
  ['a CSS shape', '<div style="float: left; height: 9px; shape-outside: url(U)">x</div>'],
  ['a CSS cursor', '<p style="cursor: url(U), auto">x</p>'],
  ['a CSS image set', '<div style="background: image-set(url(U) 1x); height: 9px">x</div>'],
  ['a font', '<style>@font-face { font-family: f; src: url(U) } p { font-family: f }</style><p>x</p>'],
  ['a preloaded font', '<link rel="preload" as="font" crossorigin href="U">'],
  ['a preload', '<link rel="preload" as="fetch" crossorigin href="U">'],
  ['a module preload', '<link rel="modulepreload" href="U">'],
  ['a prefetch', '<link rel="prefetch" href="U">'],
  ['an SVG image', '<svg width="9" height="9"><image href="U" width="9" height="9"/></svg>'],
  [
    'an SVG filter image',
    '<svg width="9" height="9"><filter id="i"><feImage href="U"/></filter><rect width="9" height="9" filter="url(#i)"/></svg>',
  ],
  ['an SVG script', '<svg><script href="U"></script></svg>'],
  [
    'a form that is posted to a frame',
    '<iframe title="n" name="n"></iframe><form id="s" method="post" target="n" action="U"></form><script>s.submit()</script>',
  ],
  ['a base address', '<base href="U"><img alt="" src="i.png">'],
];

/** Markup that a browser may ignore: nothing may be sent, and the script shows that the markup was loaded. */
const hints: [string, string][] = [
  ['a CSS filter of another document', '<div style="filter: url(U#f)">x</div>'],
  ['SVG use of another document', '<svg><use href="U#a"/></svg>'],
  ['preconnect', '<link rel="preconnect" href="U">'],
  ['preconnect with credentials', '<link rel="preconnect" crossorigin="use-credentials" href="U">'],
  ['DNS prefetch', '<link rel="dns-prefetch" href="U">'],
  ['prerender', '<link rel="prerender" href="U">'],
  ['a manifest', '<link rel="manifest" href="U">'],
  ['a favicon', '<link rel="icon" href="U"><link rel="apple-touch-icon" href="U">'],
  ['a search engine', '<link rel="search" type="application/opensearchdescription+xml" href="U">'],
  ['a source map', '<script>0;\n//# sourceMappingURL=U</script>'],
  ['a source map of styles', '<style>p{}\n/*# sourceMappingURL=U */</style>'],
  [
    'speculation rules, prefetch',
    '<script type="speculationrules">{"prefetch":[{"source":"list","urls":["U"],"eagerness":"immediate"}]}</script>',
  ],
  [
    'speculation rules, prerender',
    '<script type="speculationrules">{"prerender":[{"source":"list","urls":["U"],"eagerness":"immediate"}]}</script>',
  ],
  ['a ping', '<a id="p" ping="U" href="#x">x</a><script>p.click()</script>'],
  ['attribution reporting', '<img alt="" attributionsrc="U" src="data:,">'],
];

const urlOf = (forbiddenHost: string) => `http://${forbiddenHost}/`;

/** Attacks by markup and headers that make a browser send a request. */
export const subresourceAttacks: Attack[] = [
  ...markup.map(
    ([name, html]): Attack => ({
      name,
      body: ({ forbiddenHost }) => html.replaceAll(/\bU\b/g, urlOf(forbiddenHost)),
      shownBy: 'refused',
    }),
  ),
  ...hints.map(
    ([name, html]): Attack => ({
      name,
      code: () => '',
      body: ({ forbiddenHost, id }) =>
        `${html.replaceAll(/\bU\b/g, urlOf(forbiddenHost))}<script src="/code/${id}.js"></script>`,
      shownBy: 'ran',
    }),
  ),
  {
    name: 'hints in headers',
    answer:
      ({ forbiddenHost, id }) =>
      (_request, response) => {
        const url = urlOf(forbiddenHost);
        response.writeHead(200, {
          'Content-Type': 'text/html',
          Link: `<${url}>; rel=preconnect, <${url}p>; rel=preload; as=script, <${url}d>; rel=dns-prefetch`,
          'Speculation-Rules': `"${url}rules.json"`,
        });
        response.end(
          `<!doctype html><html lang="en"><title>x</title><p>x<script src="/code/${id}.js"></script>`,
        );
      },
    code: () => '',
    shownBy: 'refused',
  },
  {
    name: 'early hints',
    answer:
      ({ forbiddenHost, id }) =>
      (_request, response) => {
        response.writeEarlyHints(
          {
            link: [
              `<${urlOf(forbiddenHost)}>; rel=preload; as=script`,
              `<${urlOf(forbiddenHost)}>; rel=preconnect`,
            ],
          },
          () => {
            response.writeHead(200, { 'Content-Type': 'text/html' });
            response.end(
              `<!doctype html><html lang="en"><title>x</title><p>x<script src="/code/${id}.js"></script>`,
            );
          },
        );
      },
    code: () => '',
    shownBy: 'ran',
  },
  {
    name: 'XSLT, and what it includes',
    files: {
      'data.xml': ({ id }) =>
        `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="/file/${id}/style.xml"?><a/>`,
      'style.xml': ({ forbiddenHost }) =>
        `<?xml version="1.0"?><xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:import href="${urlOf(forbiddenHost)}"/><xsl:template match="/"><p>x</p></xsl:template></xsl:stylesheet>`,
    },
    body: ({ id, forbiddenHost }) =>
      `<iframe title="f" src="/file/${id}/data.xml"></iframe><iframe title="g" src="data:text/xml,${encodeURIComponent(`<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${urlOf(forbiddenHost)}"?><a/>`)}"></iframe><script src="/code/${id}.js"></script>`,
    code: () => '',
    shownBy: 'ran',
  },
  {
    name: 'XML with an external entity',
    files: {
      'data.xml': ({ forbiddenHost }) =>
        `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e SYSTEM "${urlOf(forbiddenHost)}">]><a>&e;</a>`,
    },
    body: ({ id }) =>
      `<iframe title="f" src="/file/${id}/data.xml"></iframe><script src="/code/${id}.js"></script>`,
    code: () => '',
    shownBy: 'ran',
  },
];
