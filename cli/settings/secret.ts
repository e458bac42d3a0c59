import { inspect } from 'node:util';

const MASK = '…';

/** A text that shows itself only when it is asked to: printed, logged, put into JSON or an error it is masked. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The text itself, for the one header that it belongs into. */
  reveal(): string {
    return this.#value;
  }

  /** The id of an API key of ours, so that people can tell which one it is; nothing of anything else. */
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
