/** Patterns of axe-core 4.14.1's minified script, and what replaces them. Each occurs once. */
const adaptations: readonly [RegExp, string][] = [
  // `getOverflowHiddenAncestors`: the elements whose hidden overflow cuts an element.
  [
    /("hidden"===([\w$]+)\.getComputedStylePropertyValue\("overflow"\)&&([\w$]+)\.push\(\2\),\3\.concat\()([\w$]+\(\2\.parent\))\)/g,
    '$1globalThis.a11yReach?a11yReach.listCutting($2,$4):$4)',
  ],
  // `isVisibleOnScreen`: its functions for opacity, scrolling boxes, hidden overflow, clipping and positions.
  [
    /(=\[[\w$]+,[\w$]+,[\w$]+,[\w$]+,)([\w$]+)\]/g,
    '$1(element,options)=>$2(element,options)&&!globalThis.a11yReach?.canScrollTo(element)]',
  ],
  // `flattenTree`: the nodes of a document, one after the other.
  [
    /(function [\w$]+\(([\w$]+),[\w$]+,[\w$]+\)\{)(var [\w$]+,[\w$]+,[\w$]+=\(\2=\2\.documentElement\?\2\.documentElement:\2\)\.nodeName\.toLowerCase\(\))/g,
    '$1if(globalThis.a11yIsUnreadable?.($2))return;$3',
  ],
  // `getSelectorData`: the elements that are not in the tree, from which selectors are built.
  [/(\._elmToIdx\.has\(([\w$]+)\)\|\|)\(/g, '$1globalThis.a11yIsUnreadable?.($2)||('],
  // `cacheIdRefs`: the elements of a document by the ids that they refer to.
  [
    /(function [\w$]+\(([\w$]+),[\w$]+,[\w$]+\)\{)(if\(\2\.hasAttribute\)\{var [\w$]+;"LABEL")/g,
    '$1if(globalThis.a11yIsUnreadable?.($2))return;$3',
  ],
  // `createGrid`: the elements of a document by their positions.
  [
    /(\.createTreeWalker\([\w$]+,window\.NodeFilter\.SHOW_ELEMENT,)null/g,
    '$1element=>globalThis.a11yIsUnreadable?.(element)?2:1',
  ],
  // `getCellPosition`: searches a table for each of its cells. Here, the positions of a table are stored once.
  [
    /function\(([\w$]+),([\w$]+)\)\{var ([\w$]+),([\w$]+);for\((\2=\2\|\|[\w$]+\([\w$]+\(\1,"table"\)\)),\3=0;\3<\2\.length;\3\+\+\)if\(\2\[\3\]&&-1!==\(\4=\2\[\3\]\.indexOf\(\1\)\)\)return\{x:\4,y:\3\}\}/g,
    'function($1,$2){$5;if(!$2.a11yPositions){$2.a11yPositions=new Map();$2.forEach(($3,y)=>$3&&$3.forEach(($4,x)=>$2.a11yPositions.has($4)||$2.a11yPositions.set($4,{x,y})))}return $2.a11yPositions.get($1)}',
  ],
  // `traverseTable`: calls itself for each row, which long tables do not survive.
  [
    /return function [\w$]+\(([\w$]+),([\w$]+),([\w$]+),([\w$]+)\)\{var [\w$]+,([\w$]+)=\3\[\2\.y\]\?\3\[\2\.y\]\[\2\.x\]:void 0;return \5\?[^{}]{0,60}\{x:[^{}]{0,30}\}[^{}]{0,60}\}\(/g,
    'return function($1,$2,$3,$4){const cells=[];for(let{x,y}=$2;;x+=$1.x,y+=$1.y){const $5=$3[y]?$3[y][x]:void 0;if(!$5)return cells;cells.push($5);if("function"==typeof $4&&!0===$4($5,{x,y},$3))return cells}}(',
  ],
  // `isIconLigature`: texts that a font shows as a picture, which are English words.
  [
    /(if\(![\w$]+\(([\w$]+)\)\|\|[\w$]+\(\2,\{emoji:!0,nonBmp:!0\}\))(\)return!1;var [\w$]+=[\w$]+\.get\("canvasContext")/g,
    '$1||globalThis.a11yReach&&/[^\\0-\\x7f]/.test($2)$3',
  ],
  // `getBackgroundColor`: whether an element with a background is behind all of a text, as that of the page is.
  [
    /("inline"!==[\w$]+\.getPropertyValue\("display"\)&&)(![\w$]+\(([\w$]+),[\w$]+\)\)return [\w$]+\.push\(\3\),[\w$]+\.set\("bgColor","elmPartiallyObscured"\))/g,
    '$1!globalThis.a11yReach?.isCanvas($3)&&$2',
  ],
  // `landmarkIsUniqueAfter`: compares the landmarks of all documents, although each frame is one of its own.
  [
    /(return ([\w$]+)\.data\.role===([\w$]+)\.data\.role&&\2\.data\.accessibleText===\3\.data\.accessibleText)\}/g,
    '$1&&(!globalThis.a11yReach||$2.node.selector.slice(0,-1).join()===$3.node.selector.slice(0,-1).join())}',
  ],
];

/** Rules about a document as a whole, which axe-core does not run while a modal dialog is open. */
const documentRules = ['document-title', 'html-has-lang', 'html-lang-valid', 'html-xml-lang-mismatch'];
const rulesOfDocument = JSON.stringify({ rules: documentRules.map((id) => ({ id, excludeHidden: false })) });

/**
 * Returns axe-core's script as the scanner sends it. axe-core takes an element as hidden if it lies outside an element
 * with hidden overflow, or below the window in a fixed element: also if something between the two scrolls to it, as in
 * an application with a fixed frame. The script asks `a11yReach` of its world; without it, the answers are axe's own.
 * And all rules of axe-core fail if the name of a field hides a member of its HTML form that axe-core needs: the script
 * omits what `a11yIsUnreadable` says of. And axe-core takes a text for an icon if the browser has no font for its first
 * letter, so that it tests no contrast in many languages; it asks about text beside the window, because the body of the
 * page, whose background is everywhere, ends there; it compares the landmarks of a page with those of its frames; and
 * it does not judge the title and the language of a page with a modal dialog. Two functions about tables have the same
 * results in less time and memory.
 * @param source axe-core's minified script
 * @throws Error if the script is another one
 */
export function prepareAxeScript(source: string): string {
  let adapted = source;
  for (const [pattern, replacement] of adaptations) {
    const { length } = adapted.match(pattern) ?? [];
    if (length !== 1)
      throw new Error(`axe-core's script has ${length ?? 0} parts like ${pattern}, and not one`);
    adapted = adapted.replace(pattern, replacement);
  }
  return escapeNonAscii(`${adapted};globalThis.a11yReach&&axe.configure(${rulesOfDocument})`);
}

/**
 * Returns a script with all non-ASCII characters escaped. The browser then stores it with one byte per character, which
 * is a third faster. Escapes are valid in strings, regular expressions and names, and thus everywhere in axe-core's
 * minified source.
 */
function escapeNonAscii(script: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are part of ASCII
  return script.replace(/[^\x00-\x7f]/g, (character) => `\\u${hex(character)}`);
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}
