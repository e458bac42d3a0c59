import { inspect } from 'node:util';

const MASK = '…';

/** A text that is masked when it is printed, logged, or put into JSON or an error. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the text itself, for the header of requests. */
  reveal(): string {
    return this.#value;
  }

  /** The beginning of the id of an API key, so that people can identify it; no part of any other text. */
  get masked(): string {
    const [, id] = /^(key_[0-9a-z]{4})[0-9a-z]*_/.exec(this.#value) ?? [];
    return id === undefined ? MASK : `${id}${MASK}`;
  }

  toString(): string {
    return this.masked;
  }

  toJSON(): string {
    return this.masked;
  }

  [inspect.custom](): string {
    return this.masked;
  }
}
