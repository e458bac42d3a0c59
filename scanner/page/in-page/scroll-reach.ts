/** Members of the page's world that the code below uses. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
/** An element of axe-core's tree. */
interface TreeElement {
  actualNode: object;
  parent: TreeElement | null;
  getComputedStylePropertyValue(property: string): string;
  boundingClientRect: Box;
}
/** What axe-core's script asks: see `prepareAxeScript`. */
interface Reach {
  /** Returns the elements that cut what is in an element. @param above those that cut the element itself */
  listCutting(element: TreeElement, above: TreeElement[]): TreeElement[];
  /** True if users can scroll to an element that lies outside the window. */
  canScrollTo(element: TreeElement): boolean;
  /** True for the body if its background is that of the whole page. */
  isCanvas(node: object): boolean;
}
interface ReachWorld {
  axe?: { commons: { dom: { isVisibleOnScreen(element: TreeElement): boolean } } };
  a11yReach?: Reach;
}
declare const document: { body: object | null; documentElement: object };
declare function getComputedStyle(element: object): { backgroundColor: string; backgroundImage: string };
declare const Element: { prototype: object };
declare const DOMRect: new (x?: number, y?: number, width?: number, height?: number) => Box;

/** Runs in the page, before axe: lets it see what users can scroll to. */
export function installScrollReach(): void {
  const world = globalThis as unknown as ReachWorld;
  // Fields can hide DOM members of the same name.
  const getter = (name: string) => {
    const get = Object.getOwnPropertyDescriptor(Element.prototype, name)?.get as (this: object) => number;
    return ({ actualNode }: TreeElement) => get.call(actualNode);
  };
  const [scrollTop, scrollLeft] = [getter('scrollTop'), getter('scrollLeft')];
  const [scrollHeight, scrollWidth] = [getter('scrollHeight'), getter('scrollWidth')];
  const [clientHeight, clientWidth] = [getter('clientHeight'), getter('clientWidth')];
  const read = (element: TreeElement, name: string) => element.getComputedStylePropertyValue(name);
  const overlaps = (one: Box, other: Box) =>
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height;
  const scrollsY = (element: TreeElement) =>
    /auto|scroll/.test(read(element, 'overflow-y')) && scrollHeight(element) > clientHeight(element);
  const scrollsX = (element: TreeElement) =>
    /auto|scroll/.test(read(element, 'overflow-x')) && scrollWidth(element) > clientWidth(element);
  const scrolls = (element: TreeElement) => scrollsY(element) || scrollsX(element);
  /** Returns where the content of an area that scrolls lies now, with what is not shown, by the axes that scroll. */
  const getContentBox = (element: TreeElement): Box => {
    const box = element.boundingClientRect;
    const { x, y, width, height } = box;
    // With writing from right to left, the positions are 0 or negative, and begin at the right edge.
    const isReversed = read(element, 'direction') === 'rtl';
    const hidden = isReversed ? scrollWidth(element) - clientWidth(element) : 0;
    const ofX = scrollsX(element) ? [x - hidden - scrollLeft(element), scrollWidth(element)] : [x, width];
    const ofY = scrollsY(element) ? [y - scrollTop(element), scrollHeight(element)] : [y, height];
    return new DOMRect(ofX[0], ofY[0], ofX[1], ofY[1]);
  };
  const listCutting: Reach['listCutting'] = (element, above) => {
    if (above.length === 0 || !scrolls(element)) return above;
    const box = element.boundingClientRect;
    // What is in an area that scrolls can be scrolled to, unless the area itself does not show.
    if (!above.every((each) => overlaps(box, each.boundingClientRect))) return above;
    const content: TreeElement = {
      actualNode: element.actualNode,
      parent: element.parent,
      getComputedStylePropertyValue: (property) => read(element, property),
      boundingClientRect: getContentBox(element),
    };
    return [content];
  };
  const canScrollTo: Reach['canScrollTo'] = (element) => {
    const box = element.boundingClientRect;
    let position = read(element, 'position');
    for (let up = element.parent; up !== null && position !== 'fixed'; up = up.parent) {
      const ofUp = read(up, 'position');
      // An absolute element moves with its containing block only.
      const isAround = position !== 'absolute' || ofUp !== 'static' || read(up, 'transform') !== 'none';
      if (!isAround) continue;
      if (scrolls(up)) {
        return overlaps(box, getContentBox(up)) && (world.axe?.commons.dom.isVisibleOnScreen(up) ?? false);
      }
      position = ofUp;
    }
    return false;
  };
  const isCanvas: Reach['isCanvas'] = (node) => {
    if (node !== document.body) return false;
    const { backgroundColor, backgroundImage } = getComputedStyle(document.documentElement);
    return backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none';
  };
  world.a11yReach = { listCutting, canScrollTo, isCanvas };
}
