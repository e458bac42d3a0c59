import type { PathStep } from './element-facts.ts';
import { normalizeName } from './generated-name.ts';
import { getLandmark } from './landmarks.ts';

/**
 * Where an element is within its frame, in one text: the tags and numbers on the way to it from the nearest element
 * with an id that somebody chose, or from the nearest landmark. What happens outside of that one does not count.
 */
export function getElementLocation(path: readonly PathStep[]): string {
  const from = Math.max(
    0,
    path.findLastIndex((_, at) => isAnchor(path, at)),
  );
  return JSON.stringify(
    path
      .slice(from)
      .map((step, index) => [
        index === 0 ? (getAnchorName(step) ?? formatNumberedStep(step)) : formatNumberedStep(step),
        step.inShadow ? 'shadow' : '',
      ]),
  );
}

function isAnchor(path: readonly PathStep[], at: number): boolean {
  const step = path[at] as PathStep;
  return getAnchorName(step) !== undefined || (at < path.length - 1 && getLandmark(path, at) !== undefined);
}

/** An id is an anchor only as it is: one with numbers folded away names many. */
export function getAnchorName({ id }: PathStep): string | undefined {
  return id !== '' && normalizeName(id, 'keep') === id ? `#${id}` : undefined;
}

function formatNumberedStep({ tag, index }: PathStep): string {
  return `${tag}:${index}`;
}
