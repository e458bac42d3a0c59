import { type Animation, listAllAnimations } from '../animations.ts';
import { listRoots, RootObserver } from '../roots.ts';
import { getDom } from './focus.ts';

/** Members of the page's world that the code below uses. */
declare const Element: {
  prototype: { animate: (this: object, frames: object, timing: object) => Animation };
};

/** Returns the slot that shows an element. A field can have the name of this member. */
function getSlot(element: object): object | null {
  const { get } = Object.getOwnPropertyDescriptor(Element.prototype, 'assignedSlot') as {
    get: (this: object) => object | null;
  };
  return get.call(element);
}

/** Parts of the page that move by themselves and are not observed: what is drawn, played, or a picture in motion. */
const MOVING = 'canvas, video, img[src*=".gif" i]';
/** Maximum number of changed nodes that are hidden. */
const MOVED_MAX = 1_000;
/** Roles of what people operate. Others, such as landmarks and panels of tabs, can contain half of a page. */
const widgets = [
  ...['button', 'checkbox', 'combobox', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option'],
  ...['radio', 'searchbox', 'slider', 'spinbutton', 'switch', 'tab', 'textbox', 'treeitem'],
];
/** Elements whose pictures may be part of how they show the focus. */
const controls = [
  'a, button, label, [tabindex]:not([tabindex^="-"])',
  ...widgets.map((role) => `[role~="${role}"]`),
].join();

/** Keeps a document still, so that two pictures of it are equal unless the focus changes it. */
export interface Stillness {
  /** Hides what moved so far, except what is around given elements or one of them, and pauses all animations. */
  hide(elements: readonly object[]): void;
  /** Shows it again. */
  end(): void;
}

/** Begins to note which parts of the document move. */
export function watchMotion(): Stillness {
  const moved = new Set<object>();
  const observer = new RootObserver((records) => {
    for (const { target } of records) moved.add(target);
  });
  observer.observeRoots();
  let paused: Animation[] = [];
  let hiding: Animation[] = [];
  return {
    hide(elements) {
      observer.end();
      const { all, closest, isElement, parentNode } = getDom();
      const running = listAllAnimations().filter(({ playState }) => playState === 'running');
      const around = listAround(elements);
      const inside = new Set(elements);
      const isWithin = (node: object) => {
        for (let up: object | null = node; up !== null; up = getAround(up)) if (inside.has(up)) return true;
        return false;
      };
      const drawn = listRoots()
        .flatMap((root) => [...all(root, MOVING)])
        .filter((each) => closest(each, controls) === null);
      const changed = [...moved]
        .slice(0, MOVED_MAX)
        .map((node) => (isElement(node) ? node : parentNode(node)))
        .filter((each) => each !== null && !around.has(each) && !isWithin(each));
      // Unlike an attribute, an animation is no change of the document, which the page could react to.
      hiding = [...new Set([...drawn, ...changed])].map((each) => hide(each as object));
      paused = running;
      for (const animation of paused) animation.pause();
    },
    end() {
      observer.end();
      for (const animation of hiding) animation.cancel();
      for (const animation of paused) if (animation.playState === 'paused') animation.play();
    },
  };
}

function hide(element: object): Animation {
  const frames = { visibility: ['hidden', 'hidden'] };
  return Element.prototype.animate.call(element, frames, { duration: 1, fill: 'both' });
}

/** Returns the elements and all around them. */
function listAround(elements: readonly object[]): ReadonlySet<object> {
  const around = new Set<object>();
  for (const element of elements) {
    for (let up: object | null = element; up !== null && !around.has(up); up = getAround(up)) around.add(up);
  }
  return around;
}

/** Returns what a node is shown in: its slot, its parent, or the host of its shadow root. */
function getAround(node: object): object | null {
  const { parentNode, isShadowRoot, host, isElement } = getDom();
  if (isShadowRoot(node)) return host(node);
  return (isElement(node) ? getSlot(node) : null) ?? parentNode(node);
}
