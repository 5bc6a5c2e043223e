import type { Desk, Visitor } from './visitor.ts'

/** Stands where the answer of a service would, while that does not answer: its silence is no “none”. */
export const NOT_KNOWN = 'not known now'

/** True if one of these services did not answer. */
export const isMissing = ({ missing }: Pick<Visitor, 'missing'>, ...desks: Desk[]): boolean =>
  desks.some((desk) => missing.includes(desk))
