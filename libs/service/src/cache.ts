/**
 * A fast memory that processes share. It may forget everything at any moment, and every user of it must stay right when it does: PostgreSQL
 * is the truth. Redis when deployed, this process's memory in the local run.
 */
export type Cache = {
  get(key: string): Promise<string | null>
  set(key: string, value: string, ttlSeconds: number): Promise<void>
  delete(key: string): Promise<void>
  /** Counts one more and returns how many there are; the count is forgotten `ttlSeconds` after its first. */
  increment(key: string, ttlSeconds: number): Promise<number>
  /**
   * `SET key value EX ttl NX GET` for each claim, answered in order. Null if the key was free or already held this very value, else the
   * value that holds it. Throws when the cache is away: the caller then lets the database decide.
   */
  claim(claims: Claim[], ttlSeconds: number): Promise<(string | null)[]>
  /** Gives back claims that are still held with their own value. */
  release(claims: Claim[]): Promise<void>
  publish(channel: string, message: string): Promise<void>
  /** Messages published by any process from now on; returns how to stop. Messages sent while the cache is away are lost. */
  subscribe(channel: string, listener: (message: string) => void): Promise<() => Promise<void>>
  /** Why the cache is of no use now; null while it is. Where it refuses writes, what it has is still read. */
  fault(): CacheFault | null
}

export type CacheFault = 'does not answer' | 'refuses writes'

export type Claim = { key: string; value: string }
