import type { ReactNode } from 'react'

export type FigureWords<T> = {
  /** The words of the default: unseen and unread, they keep the place of the figure while it is loading, and break where it will. */
  place: string
  /** The words that stand for the figure when it could not be loaded. */
  missing: string
  children: (data: T) => ReactNode
}

type FigureProps<T> = FigureWords<T> & {
  /** The query that the figure comes from. */
  of: { data: T | undefined; isError: boolean }
}

/** A figure in running text. It is loaded after the text, and moves none of it. */
export function Figure<T>({ of: { data, isError }, place, missing, children }: FigureProps<T>) {
  if (data !== undefined) return children(data)
  return isError ? missing : <span className="figure-place" data-place={place} />
}
