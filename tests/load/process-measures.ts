import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** What processes take of the machine, as Linux counts it. */

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** User and system time of a process so far; 0 for one that has ended. */
export function cpuSeconds(pid: number): number {
  const [user = 0, system = 0] = ticksOf(pid)
  return (user + system) / TICKS_PER_SECOND
}

/** The same of a process with its children, those that have ended among them. */
export function cpuSecondsOfFamily(pid: number): number {
  const ticks = ticksOf(pid).reduce((sum, each) => sum + each, 0)
  const children = listPids().filter((each) => parentOf(each) === pid)
  return ticks / TICKS_PER_SECOND + children.reduce((sum, child) => sum + cpuSeconds(child), 0)
}

/** Of the process by itself, and of its children that have ended: user and system time each. */
const ticksOf = (pid: number): number[] => statOf(pid).slice(11, 15).map(Number)

/** Null for a process that has ended. */
export const parentOf = (pid: number): number | null => Number(statOf(pid)[1]) || null

/** The fields of /proc/pid/stat from the state on: the name before it may hold spaces. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

const listPids = (): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)

/** What a process has resident from now on is a new peak: its start, which strips types, takes more than its work. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** The most memory that a process had resident since its start, or since that was forgotten. */
export const peakMegabytes = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024
