/** Steps of a handler that may fail one by one without costing the others. */

export class Attempts {
  readonly failures: unknown[] = [];

  /** What `work` gives; undefined if it fails, and why is remembered. */
  async try<T>(work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.failures.push(error);
      return undefined;
    }
  }
}
