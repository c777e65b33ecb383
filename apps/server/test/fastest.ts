/** Milliseconds of the fastest of three runs. A busy machine is slow now and then; slow code is slow every time. */
export async function fastestOf3(work: () => Promise<void> | void): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return Math.min(...times);
}
