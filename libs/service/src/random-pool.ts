import { randomBytes } from 'node:crypto'

/** A call for random bytes costs 2.5 µs, however few they are, and a mail needs three. */
const POOL_BYTES = 4_096

let pool = Buffer.alloc(0)
let used = 0

/** Draws random bytes for values that are public once made, such as a nonce: a process's memory holds them before. Each is drawn once. */
export function drawBytes(count: number): Buffer {
  if (used + count > pool.length) {
    pool = randomBytes(Math.max(POOL_BYTES, count))
    used = 0
  }
  used += count
  return pool.subarray(used - count, used)
}
