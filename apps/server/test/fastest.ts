/**
 * Processor milliseconds of the fastest of three runs: a busy machine takes longer, and works no more. The work of a server in
 * the process of the test counts.
 */
export async function fastestOf3(work: () => Promise<void> | void): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return Math.min(...times);
}
