import { readFile } from 'node:fs/promises'

const SHOWN = 10

export type Answer = { milliseconds: number; status: string; operation: string }

/** The slowest answer of each of the ten slowest operations, from the lines that hooks.py writes. */
export async function readSlowest(file: string): Promise<{ answers: number; slowest: Answer[] }> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  const slowestOf = new Map<string, Answer>()
  for (const line of lines) {
    const [time = '', status = '', ...label] = line.split(' ')
    const answer = { milliseconds: Number(time), status, operation: label.join(' ') }
    const known = slowestOf.get(answer.operation)
    if (!known || known.milliseconds < answer.milliseconds) slowestOf.set(answer.operation, answer)
  }
  const slowest = [...slowestOf.values()].toSorted((a, b) => b.milliseconds - a.milliseconds)
  return { answers: lines.length, slowest: slowest.slice(0, SHOWN) }
}
