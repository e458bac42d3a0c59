import { askReview, type Check } from '../check.ts';
import { definition } from './definition.ts';

/** Asks about the messages that vanished while a minute passed. */
export const check: Check = function* (page) {
  for (const { element: node, text, seconds } of page.time.messages.list()) {
    const element = page.find(node);
    if (element === undefined) continue;
    const message = `The message "${text}" vanishes after about ${seconds} seconds. ${definition.question}`;
    yield askReview(element, message, { text, seconds });
  }
};
