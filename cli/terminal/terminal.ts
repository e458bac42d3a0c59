/** Marks of text; the text itself where nothing may be marked. None that takes contrast away, as faint text does. */
export interface Style {
  bold(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
}

/** A line that changes while something goes on. */
export interface Progress {
  /** What is going on now; a line of its own where lines cannot be rewritten, and then not too often. */
  update(text: string): void;
  /** Takes the line away. */
  end(): void;
}

/**
 * The outputs of one invocation. Text that comes from a page, a server or a file must have been escaped by
 * `escapeLogLine`. Under `--json` standard output is for `json` alone.
 */
export interface Terminal {
  readonly style: Style;
  /** Characters of a line of the result. */
  readonly columns: number;
  /** The result, on standard output; on standard error where that is taken by a form of the report or by JSON. */
  print(text: string): void;
  /** What goes on, on standard error; nothing when it is to be quiet. */
  note(text: string): void;
  /** What is odd but not wrong, on standard error, quiet or not. */
  warn(text: string): void;
  /** What was said by `warn` so far, without marks. */
  readonly warnings: readonly string[];
  /** What is wrong and what to do, on standard error, quiet or not. */
  error(text: string): void;
  /** Begins a line of progress on standard error. */
  progress(): Progress;
  /** The one document of `--json`, on standard output; nothing without `--json`. */
  json(value: unknown): void;
}
