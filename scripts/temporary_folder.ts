/** A folder that goes when its scope ends. */
export class TemporaryFolder implements Disposable {
  readonly dir: string;

  constructor(name: string, below?: string) {
    this.dir = Deno.realPathSync(Deno.makeTempDirSync({
      prefix: `memory-keeper-${name}-`,
      ...(below === undefined ? {} : { dir: below }),
    }));
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.dir, { recursive: true });
  }
}
