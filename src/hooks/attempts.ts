/** Steps of a handler that may fail without stopping the others. */

export class Attempts {
  readonly failures: unknown[] = [];

  /** The result of `work`; undefined if it fails, and the error is kept. */
  async try<T>(work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.failures.push(error);
      return undefined;
    }
  }
}
