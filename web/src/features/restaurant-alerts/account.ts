import type { Caller } from '../../lib/api.ts'

/** The signed-in account. */
export type Account = { email: string; caller: Caller; isAdmin: boolean }
