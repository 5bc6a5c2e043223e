import type { Visitor } from './visitor.ts'

/** The visitor's numbers, each once; in part, until they are shown. */
export const listNumbers = ({ orders, consents }: Pick<Visitor, 'orders' | 'consents'>): string[] => [
  ...new Set(
    [...orders.map(({ phone }) => phone), ...consents.map(({ number }) => number)].filter(
      (number) => number !== null,
    ),
  ),
]
