import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pricesQuery } from './queries.ts'

/** What speaks of money, for installations where passes have a price; they are taken to have one until billing has answered. */
export const Priced = ({ children }: { children: ReactNode }) =>
  useQuery(pricesQuery).data?.prices === 'free' ? null : children
