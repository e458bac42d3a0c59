/** The steps of a start, to be undone in reverse order. */
export class UndoStack {
  private readonly steps: (() => unknown)[] = [];

  /** Adds a function that undoes a step that was done. */
  add(undo: () => unknown): void {
    this.steps.push(undo);
  }

  /** Undoes all steps. They are undone once, also if this is called again. */
  async undoAll(): Promise<void> {
    for (const undo of this.steps.splice(0).reverse()) await undo();
  }
}
