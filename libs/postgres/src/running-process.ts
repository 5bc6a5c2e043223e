import { readFileSync } from 'node:fs'

/** True while a process of this number runs. A process that has ended and only waits to be collected does not. */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return statOf(pid)?.state !== 'Z'
}

/**
 * When a process was started, in clock ticks since boot: a number given out again has another. Empty for one that has ended, and on systems
 * other than Linux.
 */
export function startOf(pid: number): string {
  const stat = statOf(pid)
  return stat === null || stat.state === 'Z' ? '' : stat.start
}

function statOf(pid: number): { state: string; start: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state, start: fields[18] ?? '' }
  } catch {
    return null
  }
}
