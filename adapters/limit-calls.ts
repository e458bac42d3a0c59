// biome-ignore lint/suspicious/noExplicitAny: the functions have different parameters; the result keeps their types
type AsyncFunctions = Record<string, (...parameters: any[]) => Promise<unknown>>;

/**
 * Returns a function that limits functions: of all of them together, at most a number of calls run at the same time. Of
 * those that wait, the newest is next: what has begun goes on before something else begins. The clients of AWS services
 * have a limited number of connections, and a call that waits for one for too long fails.
 */
export function createCallLimit(max: number): <Given extends AsyncFunctions>(functions: Given) => Given {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function run<Result>(call: () => Promise<Result>): Promise<Result> {
    if (running >= max) await new Promise<void>((begin) => waiting.push(begin));
    else running += 1;
    try {
      return await call();
    } finally {
      // The next call takes over.
      const next = waiting.pop();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return <Given extends AsyncFunctions>(functions: Given) =>
    Object.fromEntries(
      Object.entries(functions).map(([name, call]) => [
        name,
        (...parameters: unknown[]) => run(() => call(...parameters)),
      ]),
    ) as Given;
}
