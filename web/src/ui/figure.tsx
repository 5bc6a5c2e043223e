import type { ReactNode } from 'react'

export type FigureWords<T> = {
  /** The width of the bar that stands for the figure while it is loading. */
  width: string
  /** The words that stand for the figure when it could not be loaded. */
  missing: string
  children: (data: T) => ReactNode
}

type FigureProps<T> = FigureWords<T> & {
  /** The query that the figure comes from. */
  of: { data: T | undefined; isError: boolean }
}

/** A figure in running text. It is loaded after the text, and moves none of it. */
export function Figure<T>({ of: { data, isError }, width, missing, children }: FigureProps<T>) {
  if (data !== undefined) return children(data)
  return isError ? missing : <span className={`skeleton inline-block! ${width}`} />
}
