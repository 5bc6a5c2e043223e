/** The seconds of the processor that this process spends until the work is done. The load of the machine hardly counts, unlike in a test's timeout. */
export async function processorSecondsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}
