import { foldText } from './folded-text.ts'

/** Below it two names have little more in common than the words of every name. */
const LEAST_LIKENESS = 0.3
const SHOWN = 3

/**
 * The three names that are most like the one asked for, the closest first: a moderator sees in them what exists already.
 * Names are compared by their groups of three letters, in any order of words and whatever stands between them.
 */
export function closestNames(name: string, others: string[]): string[] {
  const wanted = groupsOf(name)
  return others
    .map((other) => ({ other, likeness: likenessOf(wanted, groupsOf(other)) }))
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
    .toSorted((a, b) => b.likeness - a.likeness || a.other.localeCompare(b.other, 'en'))
    .slice(0, SHOWN)
    .map(({ other }) => other)
}

/** The share of their groups that both names have, of 0 to 1. */
function likenessOf(one: Set<string>, other: Set<string>): number {
  const both = one.intersection(other).size
  return both / (one.size + other.size - both || 1)
}

/** Returns the groups of three letters of each word, padded, so that its beginning weighs more than its end. */
function groupsOf(name: string): Set<string> {
  const words = foldText(name).folded.match(/[\p{L}\p{N}]+/gu) ?? []
  const groups = new Set<string>()
  for (const word of words) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at++) groups.add(padded.slice(at, at + 3))
  }
  return groups
}
