/** Text styles; without color support they return the text itself. No style reduces contrast, as faint text does. */
export interface Style {
  bold(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
}

/** Shows the current activity. */
export interface Progress {
  /** Shows a new text. Without a rewritable line, it writes a new line, but not too often. */
  update(text: string): void;
  /** Removes the progress line. */
  end(): void;
}

/**
 * The outputs of one invocation. Text from a page, a server or a file must be escaped with `escapeLogLine` first. With
 * `--json` only `json` writes to standard output.
 */
export interface Terminal {
  readonly style: Style;
  /** Characters per line of the result. */
  readonly columns: number;
  /** Writes the result to standard output; to standard error if a report or JSON uses standard output. */
  print(text: string): void;
  /** Writes a note to standard error; nothing with `--quiet`. */
  note(text: string): void;
  /** Writes a warning to standard error, also with `--quiet`. */
  warn(text: string): void;
  /** All warnings so far, without styles. */
  readonly warnings: readonly string[];
  /** Writes an error, with what to do next, to standard error, also with `--quiet`. */
  error(text: string): void;
  /** Starts a progress line on standard error. */
  progress(): Progress;
  /** Writes the document of `--json` to standard output; nothing without `--json`. */
  json(value: unknown): void;
}
