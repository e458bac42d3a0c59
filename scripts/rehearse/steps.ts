/** Something went wrong in a way that a person can act upon; the message is all there is to say. */
export class RehearsalError extends Error {
  override name = 'RehearsalError';
}

/** Runs steps one after the other and says of each how long it took. */
export class Steps {
  private readonly begun = performance.now();

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    process.stdout.write(`${name} … `);
    try {
      const result = await work();
      console.log(seconds(begun));
      return result;
    } catch (error) {
      console.log(`failed after ${seconds(begun)}`);
      throw error;
    }
  }

  get total(): string {
    return seconds(this.begun);
  }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
