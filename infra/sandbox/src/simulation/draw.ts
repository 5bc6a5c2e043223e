/** A number from 0 up to 1 that looks random and is always the same for the same arguments. */
export function draw(seed: string, ...about: (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const part of [seed, ...about]) {
    const text = String(part)
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    hash = Math.imul(hash ^ 0x1f, 0x01000193)
  }
  // Similar arguments leave similar hashes; this spreads them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** A whole number from `least` to `most`, both included. */
export function drawInt(least: number, most: number, seed: string, ...about: (string | number)[]): number {
  return least + Math.floor(draw(seed, ...about) * (most - least + 1))
}
