/** A document, and the position of the finding's element in it. */
export interface Edited {
  /** Content of the body, or the whole document if it begins with `<!doctype`. */
  html: string;
  /** CSS selector of the element; `host >>> element` within an open shadow root. Default: `[t]`. */
  element?: string;
  /** CSS selector of the frame that contains the finding. */
  frame?: string;
  /** URL of the document. Default: `https://shop.example/docs/page`. */
  url?: string;
  /** Rule of the finding. Default: `link-name`. */
  rule?: string;
  kind?: 'violation' | 'review';
}
/** A change of a page between two scans. */
export type Edit = [what: string, before: Edited | string, after: Edited | string];

const rows = (count: number) => Array.from({ length: count }, (_, index) => `<li>${index}</li>`).join('');

/** Edits after which a finding is the same. */
export const sameAfter: Edit[] = [
  [
    'a generated class changes',
    '<a t class="css-1x2y3z" href="/a"></a>',
    '<a t class="css-9q8w7e" href="/a"></a>',
  ],
  [
    'CSS modules are built again',
    '<a t class="Nav_link__3fK2x" href="/a"></a>',
    '<a t class="Nav_link__Zq81b" href="/a"></a>',
  ],
  [
    'utility classes and styles change',
    '<p t class="p-2 text-sm" style="color:#aaa">Faint</p>',
    '<p t class="p-4" style="color:#999">Faint</p>',
  ],
  [
    'a scope attribute of a framework changes',
    '<p t data-v-7ba5bd90>Faint</p>',
    '<p t data-v-11aa22bb>Faint</p>',
  ],
  ['a hydration marker appears', '<p t>Faint</p>', '<p t data-reactid="12" data-hydrated="true">Faint</p>'],
  ['a sibling of the same tag is inserted before', '<p t>Faint</p>', '<p>News</p><p t>Faint</p>'],
  ['a sibling of another tag is inserted before', '<p t>Faint</p>', '<div>News</div><p t>Faint</p>'],
  ['a sibling is removed', '<p>News</p><p t>Faint</p>', '<p t>Faint</p>'],
  ['a wrapper is added', '<p t>Faint</p>', '<div class="box"><div><p t>Faint</p></div></div>'],
  ['a wrapper is removed', '<section><div><p t>Faint</p></div></section>', '<p t>Faint</p>'],
  [
    'it is moved to another part of the page',
    '<header><a t href="/a"></a></header><main></main>',
    '<main><a t href="/a"></a></main>',
  ],
  [
    'text around it changes',
    '<p>Monday <a t href="/a"></a></p>',
    '<p>Tuesday, all day <a t href="/a"></a></p>',
  ],
  [
    'the order of attributes changes',
    '<a t href="/a" title="Home" lang="en"></a>',
    '<a lang="en" title="Home" href="/a" t></a>',
  ],
  [
    'white space and line breaks in its text change',
    '<p t>Faint   grey text</p>',
    '<p t>\n  Faint grey\n  text\n</p>',
  ],
  ['its text is set in capitals', '<p t>Read more</p>', '<p t>READ MORE</p>'],
  ['a counter in its text increases', '<button t>Cart (3)</button>', '<button t>Cart (12)</button>'],
  ['a number with separators changes', '<p t>1,204 members</p>', '<p t>998 members</p>'],
  [
    'a counter in its label increases',
    '<a t href="/inbox" aria-label="Inbox, 3 new"></a>',
    '<a t href="/inbox" aria-label="Inbox, 14 new"></a>',
  ],
  [
    'the end of a long text is edited',
    `<p t>${'The same beginning of a long text. '.repeat(5)} old</p>`,
    `<p t>${'The same beginning of a long text. '.repeat(5)} new end</p>`,
  ],
  ['text in it is emphasized', '<p t>Very faint text</p>', '<p t>Very <em>faint</em> text</p>'],
  [
    'the site is served from another origin',
    '<a t href="/a"></a>',
    { html: '<a t href="/a"></a>', url: 'http://localhost:3000/docs/page' },
  ],
  [
    'the site is served from another origin and links to itself with its origin',
    { html: '<a t href="https://shop.example/a"></a>' },
    { html: '<a t href="http://127.0.0.1:8080/a"></a>', url: 'http://127.0.0.1:8080/docs/page' },
  ],
  [
    'the URL of a picture gets https and www.',
    { html: '<img t src="http://shop.example/a.png">' },
    { html: '<img t src="https://www.shop.example/a.png">' },
  ],
  ['a link becomes relative', '<a t href="/docs/next"></a>', '<a t href="next"></a>'],
  ['the order of a link’s parameters changes', '<a t href="/a?x=1&y=2"></a>', '<a t href="/a?y=2&x=1"></a>'],
  [
    'tracking parameters are added',
    '<a t href="/a"></a>',
    '<a t href="/a?utm_source=nav&utm_medium=web"></a>',
  ],
  [
    'a file is built again',
    '<img t src="/static/logo.3f9a8c2b.png">',
    '<img t src="/static/logo.77aa8c2b.png">',
  ],
  ['a file gets another version parameter', '<img t src="/logo.png?v=41">', '<img t src="/logo.png?v=42">'],
  [
    'its nonce changes',
    '<iframe t nonce="aaa" src="/map"></iframe>',
    '<iframe t nonce="bbb" src="/map"></iframe>',
  ],
  ['its token changes', '<a t href="/logout?csrf_token=abc"></a>', '<a t href="/logout?csrf_token=def"></a>'],
  ['its generated id changes', '<input t id="ember417" type="text">', '<input t id="ember902" type="text">'],
  [
    "React's id changes",
    '<button t id=":r1:" aria-controls=":r2:"></button>',
    '<button t id=":r7:" aria-controls=":r9:"></button>',
  ],
  ['a generated id is added', '<button t></button>', '<button t id="radix-:r3:"></button>'],
  [
    'a UUID in its id changes',
    '<div t id="card-550e8400-e29b-41d4-a716-446655440000" role="button"></div>',
    '<div t id="card-00000000-e29b-41d4-a716-44665544ffff" role="button"></div>',
  ],
  [
    'the ids of its labels change',
    '<input t name="q" aria-labelledby="mui-17 mui-18">',
    '<input t name="q" aria-labelledby="mui-33 mui-34">',
  ],
  [
    'its state changes',
    '<button t aria-expanded="false" aria-pressed="true"></button>',
    '<button t aria-expanded="true"></button>',
  ],
  ['it is disabled', '<input t name="q">', '<input t name="q" disabled>'],
  ['a user types into it', '<input t name="q" value="">', '<input t name="q" value="Jane Doe">'],
  ['a user edits its text', '<textarea t name="q"></textarea>', '<textarea t name="q">Dear Sir</textarea>'],
  ['event handlers are added', '<a t href="/a"></a>', '<a t href="/a" onclick="go()"></a>'],
  [
    'data attributes change',
    '<a t href="/a" data-analytics="nav:1"></a>',
    '<a t href="/a" data-analytics="nav:2" data-pos="4"></a>',
  ],
  [
    'entries are added to a list',
    { html: `<ul t>${rows(3)}</ul>`, rule: 'list' },
    { html: `<ul t>${rows(9)}</ul>`, rule: 'list' },
  ],
  [
    'the title and text of the page change',
    {
      html: '<!doctype html><html t><head><title>A</title></head><body>A</body></html>',
      rule: 'html-has-lang',
    },
    {
      html: '<!doctype html><html t class="js"><head><title>B</title></head><body><p>B</p></body></html>',
      rule: 'html-has-lang',
    },
  ],
  [
    'the icon of a named button changes',
    '<button t aria-label="Search"><svg><path d="M1 1"/></svg></button>',
    '<button t aria-label="Search"><svg><path d="M9 9"/></svg></button>',
  ],
  [
    'it is a violation instead of a finding that needs review',
    { html: '<p t>Faint</p>', kind: 'review' },
    { html: '<p t>Faint</p>', kind: 'violation' },
  ],
  [
    'a wrapper is added around its shadow host',
    {
      html: '<x-card><template shadowrootmode="open"><button></button></template></x-card>',
      element: 'x-card >>> button',
    },
    {
      html: '<div><x-card class="a"><template shadowrootmode="open"><div><button></button></div></template></x-card></div>',
      element: 'x-card >>> button',
    },
  ],
  [
    'its frame moves and requests another version',
    { html: '<iframe title="Map" src="/map?t=1"></iframe><p t>Faint</p>', frame: 'iframe' },
    { html: '<div><iframe src="/map?t=2" title="Map"></iframe></div><p t>Faint</p>', frame: 'iframe' },
  ],
];

/** Edits after which it is another finding, or pairs that are different findings from the beginning. */
export const differentAfter: Edit[] = [
  ['the rule differs', { html: '<a t href="/a"></a>' }, { html: '<a t href="/a"></a>', rule: 'target-size' }],
  [
    'the page differs',
    { html: '<p t>Faint</p>' },
    { html: '<p t>Faint</p>', url: 'https://shop.example/other' },
  ],
  [
    'the query of the page differs',
    { html: '<p t>Faint</p>' },
    { html: '<p t>Faint</p>', url: 'https://shop.example/docs/page?p=2' },
  ],
  ['a link has another target', '<a t href="/a"></a>', '<a t href="/b"></a>'],
  ['a link has another fragment', '<a t href="#a"></a>', '<a t href="#b"></a>'],
  ['a link has another parameter', '<a t href="/a?id=1"></a>', '<a t href="/a?id=2"></a>'],
  ['the text of a link differs', '<a t href="/a">Terms</a>', '<a t href="/a">Privacy</a>'],
  ['a text differs', '<p t>Faint</p>', '<p t>Pale</p>'],
  [
    'the beginning of a long text differs',
    `<p t>Old: ${'a long text '.repeat(20)}</p>`,
    `<p t>New, ${'a long text '.repeat(20)}</p>`,
  ],
  ['the source of a picture differs', '<img t src="/team.png">', '<img t src="/office.png">'],
  [
    'an uploaded file differs',
    '<img t src="/u/550e8400-e29b-41d4-a716-446655440000.jpg">',
    '<img t src="/u/99998400-e29b-41d4-a716-446655440000.jpg">',
  ],
  [
    'the alternative text of a picture differs',
    '<img t src="/a.png" alt="Team">',
    '<img t src="/a.png" alt="Office">',
  ],
  ['a field has another name', '<input t name="first">', '<input t name="last">'],
  ['a field has another number in its name', '<input t name="answer[1]">', '<input t name="answer[2]">'],
  ['a field has another type', '<input t type="text">', '<input t type="email">'],
  ['a field has another placeholder', '<input t placeholder="City">', '<input t placeholder="Street">'],
  ['a label differs', '<button t aria-label="Open"></button>', '<button t aria-label="Close"></button>'],
  [
    'the text of a submit button differs',
    '<input t type="submit" value="Save">',
    '<input t type="submit" value="Delete">',
  ],
  ['a title differs', '<iframe t title="Map"></iframe>', '<iframe t title="Film"></iframe>'],
  [
    'an id chosen by the author differs',
    '<div t id="menu" role="button"></div>',
    '<div t id="search" role="button"></div>',
  ],
  ['the role differs', '<div t role="button"></div>', '<div t role="switch"></div>'],
  ['the element differs', '<a t href="/a">Go</a>', '<area t href="/a">'],
  ['a test id differs', '<button t data-testid="close"></button>', '<button t data-testid="open"></button>'],
  ['the language differs', '<p t lang="xx">Text</p>', '<p t lang="yy">Text</p>'],
  [
    'the icon of a nameless button differs',
    '<button t><svg><path d="M1 1"/></svg></button>',
    '<button t><svg><path d="M9 9"/></svg></button>',
  ],
  [
    'the icon of an icon font differs',
    '<button t><i class="fa fa-star"></i></button>',
    '<button t><i class="fa fa-heart"></i></button>',
  ],
  [
    'the picture in a nameless link differs',
    '<a t href="/a"><img src="/x.png"></a>',
    '<a t href="/a"><img src="/y.png"></a>',
  ],
  [
    'it is in a frame',
    { html: '<iframe src="/map"></iframe><p t>Faint</p>' },
    { html: '<iframe src="/map"></iframe><p t>Faint</p>', frame: 'iframe' },
  ],
  [
    'it is in another frame',
    { html: '<iframe src="/map"></iframe><p t>Faint</p>', frame: 'iframe' },
    { html: '<iframe src="/film"></iframe><p t>Faint</p>', frame: 'iframe' },
  ],
  [
    'it is in another component',
    {
      html: '<x-save><template shadowrootmode="open"><button></button></template></x-save>',
      element: 'x-save >>> button',
    },
    {
      html: '<x-undo><template shadowrootmode="open"><button></button></template></x-undo>',
      element: 'x-undo >>> button',
    },
  ],
];

/** Findings of one component and template, on two pages. */
export const sameComponent: Edit[] = [
  [
    'a nameless link of the header of every page',
    { html: '<header><nav><a t href="/"><svg></svg></a></nav></header>' },
    {
      html: '<div><header><nav><a>News</a><a t href="/"><svg></svg></a></nav></header></div>',
      url: 'https://shop.example/b',
    },
  ],
  [
    'a picture of the header, which has a wrapper on another page',
    { html: '<header><a href="/"><img t src="/logo.svg"></a></header>', rule: 'image-alt' },
    {
      html: '<div id="app"><div><header><a href="/"><img t src="/logo.svg"></a></header></div></div>',
      rule: 'image-alt',
      url: 'https://shop.example/b',
    },
  ],
  [
    'a picture of two entries of a list',
    { html: '<main><ul><li><img t src="/new.svg"></li></ul></main>', rule: 'image-alt' },
    {
      html: '<main><p>x</p><ul><li>a</li><li class="odd"><img class="k-1x2" t src="/new.svg"></li></ul></main>',
      rule: 'image-alt',
    },
  ],
  [
    'a picture of two cards, each with its own id',
    { html: '<main><article id="fern"><img t src="/new.svg"></article></main>', rule: 'image-alt' },
    { html: '<main><article id="ficus"><img t src="/new.svg"></article></main>', rule: 'image-alt' },
  ],
  [
    'a picture of two rows of a table',
    { html: '<main><table><tr><td><img t src="/new.svg"></td></tr></table></main>', rule: 'image-alt' },
    {
      html: '<main><table><tr></tr><tr><td>a</td><td><img t src="/new.svg"></td></tr></table></main>',
      rule: 'image-alt',
    },
  ],
  [
    'a picture under one id chosen by the author',
    { html: '<main><div id="team"><img t src="/a.svg"></div></main>', rule: 'image-alt' },
    { html: '<main><p></p><div><div id="team"><img t src="/a.svg"></div></div></main>', rule: 'image-alt' },
  ],
  [
    'a button in the shadow root of one component',
    {
      html: '<main><x-card><template shadowrootmode="open"><div><button></button></div></template></x-card></main>',
      element: 'x-card >>> button',
      rule: 'button-name',
    },
    {
      html: '<main><div><p><x-card><template shadowrootmode="open"><div><button></button></div></template></x-card></p></div></main>',
      element: 'x-card >>> button',
      rule: 'button-name',
    },
  ],
  [
    'a picture in one frame, at any position',
    {
      html: '<header><iframe src="/map?a=1"></iframe></header><main><img t src="/logo.svg"></main>',
      rule: 'image-alt',
      frame: 'iframe',
    },
    {
      html: '<footer><iframe src="/map?a=2"></iframe></footer><main><img t src="/logo.svg"></main>',
      rule: 'image-alt',
      frame: 'iframe',
    },
  ],
  [
    'two links of one color in a menu',
    { html: '<nav><a t href="/a">Home</a></nav>', rule: 'color-contrast' },
    { html: '<nav><ul><li><a t href="/b">About us</a></li></ul></nav>', rule: 'color-contrast' },
  ],
  [
    'pages without a language',
    { html: '<!doctype html><html t><body>A</body></html>', rule: 'html-has-lang' },
    {
      html: '<!doctype html><html t><body>B</body></html>',
      rule: 'html-has-lang',
      url: 'https://shop.example/b',
    },
  ],
  [
    'headings of one template',
    { html: '<main><h4 t>One</h4></main>', rule: 'heading-order' },
    { html: '<main><h4 t>Two</h4></main>', rule: 'heading-order', url: 'https://shop.example/b' },
  ],
];

/** Findings of two components. */
export const otherComponent: Edit[] = [
  [
    'one picture in a page and in a link of a list',
    { html: '<main><img t src="/logo.svg"></main>', rule: 'image-alt' },
    {
      html: '<main><ul><li><a href="/news"><img t src="/logo.svg"></a></li></ul></main>',
      rule: 'image-alt',
      url: 'https://shop.example/b',
    },
  ],
  [
    'one picture in parts of a page with different ids chosen by the author',
    { html: '<main><div id="team"><img t src="/logo.svg"></div></main>', rule: 'image-alt' },
    { html: '<main><div id="partners"><img t src="/logo.svg"></div></main>', rule: 'image-alt' },
  ],
  [
    'one picture in parts of a page with different roles',
    { html: '<main><div role="group"><img t src="/logo.svg"></div></main>', rule: 'image-alt' },
    { html: '<main><div role="dialog"><img t src="/logo.svg"></div></main>', rule: 'image-alt' },
  ],
  [
    'nameless buttons in a toolbar and in the footer',
    { html: '<main><div role="toolbar"><button t></button></div></main>', rule: 'button-name' },
    { html: '<footer><button t></button></footer>', rule: 'button-name' },
  ],
  [
    'one picture in two frames',
    {
      html: '<iframe src="/map"></iframe><main><img t src="/logo.svg"></main>',
      rule: 'image-alt',
      frame: 'iframe',
    },
    {
      html: '<iframe src="/film"></iframe><main><img t src="/logo.svg"></main>',
      rule: 'image-alt',
      frame: 'iframe',
    },
  ],
  [
    'one button in the page and in the shadow root of a component',
    {
      html: '<main><x-card><button t><svg><path d="M1 1"/></svg></button></x-card></main>',
      rule: 'button-name',
    },
    {
      html: '<main><x-card><template shadowrootmode="open"><button><svg><path d="M1 1"/></svg></button></template></x-card></main>',
      element: 'x-card >>> button',
      rule: 'button-name',
    },
  ],
  [
    'two pictures without alternative text',
    { html: '<img t src="/a.png">', rule: 'image-alt' },
    { html: '<img t src="/b.png">', rule: 'image-alt' },
  ],
  [
    'a violation and a finding that needs review',
    { html: '<p t>Faint</p>', rule: 'color-contrast' },
    { html: '<p t>Faint</p>', rule: 'color-contrast', kind: 'review' },
  ],
  [
    'links of one color in a menu and in the footer',
    { html: '<nav><a t href="/a">A</a></nav>', rule: 'color-contrast' },
    { html: '<footer><a t href="/a">A</a></footer>', rule: 'color-contrast' },
  ],
  ['two rules', { html: '<a t href="/a"></a>' }, { html: '<a t href="/a"></a>', rule: 'target-size' }],
];

/** Edits that keep the element location: another finding by its fingerprint, at the same location. */
export const sameLocation: Edit[] = [
  ['the text is edited', '<main><p>a</p><p t>Faint</p></main>', '<main><p>a</p><p t>Pale</p></main>'],
  [
    'the picture is replaced, and the header grows',
    '<header></header><main><img t src="/a.png"></main>',
    '<header><p>x</p></header><div></div><main><img t src="/b.png"></main>',
  ],
  [
    'a link under an id chosen by the author has another target, and the elements around it change',
    '<div id="menu"><a t href="/a"></a></div>',
    '<section><div></div><div id="menu"><a t href="/b"></a></div></section>',
  ],
];
export const otherLocation: Edit[] = [
  [
    'the next element of the same kind',
    '<main><p t>Faint</p><p>b</p></main>',
    '<main><p>a</p><p t>Faint</p></main>',
  ],
  ['another landmark', '<nav><p t>Faint</p></nav>', '<main><p t>Faint</p></main>'],
  [
    'another id chosen by the author',
    '<div id="one"><p t>Faint</p></div>',
    '<div id="two"><p t>Faint</p></div>',
  ],
  [
    'an id with another number',
    '<div id="tab-1"><p t>Faint</p></div>',
    '<div id="tab-2"><p t>Faint</p></div>',
  ],
];

/** Edits that do not change the element itself. */
export const sameMarkup: Edit[] = [
  [
    'the elements around it change',
    '<p t class="a">Faint</p>',
    '<div><p>x</p><p class="a" t>Faint</p></div>',
  ],
  ['elements in it change', '<a t href="/a"><img src="/a.png"></a>', '<a t href="/a"><img src="/b.png"></a>'],
  ['its nonce changes', '<iframe t nonce="a"></iframe>', '<iframe t nonce="b"></iframe>'],
  ['a user types into it', '<input t value="Jane">', '<input t value="John">'],
];
export const otherMarkup: Edit[] = [
  ['its class changes', '<p t class="a">Faint</p>', '<p t class="b">Faint</p>'],
  ['its style changes', '<p t style="color:#aaa">Faint</p>', '<p t style="color:#bbb">Faint</p>'],
  ['its text changes', '<p t>Cart (1)</p>', '<p t>Cart (2)</p>'],
  ['an attribute is added', '<p t>Faint</p>', '<p t hidden>Faint</p>'],
];
