import type { Caller } from '../../lib/api.ts'

/** Who is signed in. */
export type Account = { email: string; caller: Caller; isAdmin: boolean }
