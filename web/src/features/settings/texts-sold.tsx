import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pricesQuery } from './queries.ts'

/** True if texts are sold, by billing's prices; false until they are there. */
export const useSellsTexts = (): boolean => useQuery(pricesQuery).data?.smsEnabled === true

type TextsSoldProps = {
  /** At the end of a paragraph: the words leave their place free, so that nothing below moves when billing has answered. */
  keepsPlace?: boolean
  children: ReactNode
}

/** Words about texts, for visitors who can buy them. */
export function TextsSold({ keepsPlace = false, children }: TextsSoldProps) {
  if (useSellsTexts()) return children
  return (
    keepsPlace && (
      <span className="invisible" aria-hidden="true">
        {children}
      </span>
    )
  )
}
