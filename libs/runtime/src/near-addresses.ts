import { sql, type SQL } from 'drizzle-orm'

/** From so many characters before the @ a second typo is forgiven. */
const LONG = 6

const typosOf = (local: string) => (local.length < LONG ? 1 : 2)
const localOf = (address: string) => address.split('@', 1)[0] ?? ''

/**
 * True for addresses that contain the text, and for each that is a typo or two from it (and for others: rank them). An address with n typos
 * keeps one of n + 1 pieces: the first at its start, the last before its @, or the one between anywhere.
 */
export function isNear(column: SQL, text: string): SQL {
  const local = localOf(text)
  const cut = Math.floor(local.length / (typosOf(local) + 1))
  const [first, last] = [local.slice(0, cut), local.slice(-cut)]
  const middle = local.slice(cut, -cut)
  const patterns = [
    `%${escapeLike(text)}%`,
    ...(cut > 0 ? [`${escapeLike(first)}%`, `%${escapeLike(last)}@%`] : []),
    ...(cut > 0 && typosOf(local) > 1 ? [`%${escapeLike(middle)}%@%`] : []),
  ]
  return sql`(${sql.join(
    patterns.map((pattern) => sql`${column} like ${pattern}`),
    sql` or `,
  )})`
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Sorts those near the text, the nearest first: addresses that contain it, then by their typos. Leaves the others out. */
export function rankNear<T extends { email: string }>(text: string, found: T[]): T[] {
  return found
    .flatMap((one) => {
      const typos = countTypos(text, one.email)
      return typos === null ? [] : [{ one, typos }]
    })
    .toSorted((a, b) => a.typos - b.typos || a.one.email.length - b.one.email.length)
    .map(({ one }) => one)
}

/** Null for an address that is not near the text. A text without @ is compared with what stands before it. */
function countTypos(text: string, email: string): number | null {
  if (email.includes(text)) return 0
  const most = typosOf(localOf(text))
  const typos = distance(text, text.includes('@') ? email : localOf(email), most)
  return typos > most ? null : typos
}

/** The Levenshtein distance; more than `most` where the lengths alone say so. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [line, character] of Array.from(one).entries()) {
    const next = [line + 1]
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (other[column - 1] === character ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
