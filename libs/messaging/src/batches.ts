/** A batch may become so many times longer than was asked for, rather than part what belongs together. */
const STRETCH = 2

/**
 * Where a batch that begins at `start` ends: after `size` records, or later where the cut would part neighbours of one
 * key. A publisher says several things of one key at once (a park's whole poll), and a reader that is given half of
 * them would answer twice.
 */
export function batchEnd(keys: (string | null)[], start: number, size: number): number {
  let end = Math.min(start + size, keys.length)
  const longest = Math.min(start + size * STRETCH, keys.length)
  while (end < longest && keys[end] !== null && keys[end] === keys[end - 1]) end++
  return end
}

/** How many records to ask for, so that `batchEnd` can see past the size of a batch. */
export const toReadAhead = (size: number) => size * STRETCH
