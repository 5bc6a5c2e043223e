import { object, string } from 'zod/mini'
import type { Location } from 'react-router-dom'

/** The page from which the guard sent a visitor to log in. It travels with the history entry, never in the address. */
export type ReturnState = { from: string }

const returnState = object({ from: string() })

export const toReturnState = ({ pathname, search, hash }: Location): ReturnState => ({
  from: pathname + search + hash,
})

/** A path of this site, or the home page. */
export function returnPathOf(state: unknown): string {
  const parsed = returnState.safeParse(state)
  if (!parsed.success) return '/'
  const { from } = parsed.data
  if (!from.startsWith('/') || !URL.canParse(from, location.origin)) return '/'
  const url = new URL(from, location.origin)
  return url.origin === location.origin ? url.pathname + url.search + url.hash : '/'
}
