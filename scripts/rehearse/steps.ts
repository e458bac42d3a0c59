/** An expected failure of the rehearsal, printed as its message without a stack trace. */
export class RehearsalError extends Error {
  override name = 'RehearsalError';
}

/** Runs steps in sequence and prints how long each took. */
export class Steps {
  private readonly begun = performance.now();

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    process.stdout.write(`${name} … `);
    try {
      const result = await work();
      console.log(formatSeconds(begun));
      return result;
    } catch (error) {
      console.log(`failed after ${formatSeconds(begun)}`);
      throw error;
    }
  }

  get total(): string {
    return formatSeconds(this.begun);
  }
}

function formatSeconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
