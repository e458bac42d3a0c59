import { askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { isElement, listNodesWithin } from '../in-page/nodes.ts';
import { definition } from './definition.ts';

/** Seconds of sound that the success criterion allows. */
const SECONDS_MAX = 3;
/** Compressed silence takes fewer decoded bytes than this at the begin of a sound. */
const SOUND_BYTES_MIN = 400;
/** Levels around a player within which a control belongs to it. */
const NEAR = 3;
const UNKNOWN =
  'It is not known whether this plays sound. Does sound play by itself for more than three seconds, and can users ' +
  'stop it?';
/** Names of controls that stop sound, in some languages. */
const STOPPING =
  /\b(?:pause|stop|mute|unmute|silence|sound|audio|volume|anhalten|stumm|ton\b|lautlos|arrêter|muet|son\b|silenciar|pausa|detener|sonido|muto|silenzia|dempen|geluid|wycisz|zatrzymaj)/i;

/** Reports sound that begins by itself and that no control stops. */
export const check: Check = function* (page) {
  for (const { element: node, decodedBytes, seconds } of page.time.sounds) {
    const element = page.find(node);
    if (element === undefined || (decodedBytes ?? SOUND_BYTES_MIN) < SOUND_BYTES_MIN) continue;
    const isShort = seconds <= SECONDS_MAX;
    if (isShort || (element.hasAttr('controls') && page.isVisible(element)) || hasStoppingControl(page)) {
      yield pass();
      continue;
    }
    if (decodedBytes === null) {
      yield askReview(element, UNKNOWN);
      continue;
    }
    const message =
      'The sound plays by itself for more than three seconds, and nothing on the page stops it.';
    const data = { seconds: Number.isFinite(seconds) ? Math.round(seconds * 10) / 10 : 'without end' };
    if (hasControlNear(page, element))
      yield askReview(element, `The sound plays by itself. ${definition.question}`, data);
    else yield fail(element, message, data);
  }
};

function listControls(page: CheckedPage): PageElement[] {
  const roles = page.byAttribute('role').filter((element) => page.role(element) === 'button');
  return [...page.byTag('button', 'input', 'summary'), ...roles].filter(
    (control) => page.isVisible(control) && page.isExposed(control),
  );
}

function hasStoppingControl(page: CheckedPage): boolean {
  return listControls(page).some((control) => STOPPING.test(page.name(control)));
}

/** True if a control is near the player whose name does not say what it does. */
function hasControlNear(page: CheckedPage, element: PageElement): boolean {
  let around = element;
  for (let level = 0; level < NEAR; level += 1) {
    const parent = around.parent as PageElement | null;
    if (parent === null || parent.props.nodeName === 'body') break;
    around = parent;
  }
  const controls = new Set<object>(listControls(page));
  return [...listNodesWithin(around)].some((node) => isElement(node) && controls.has(node));
}
