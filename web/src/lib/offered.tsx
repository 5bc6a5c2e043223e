import type { Offer } from '@walkon/contracts/offers'
import type { ReactNode } from 'react'
import { isOffered } from './offers.ts'

/** Words for installations that offer it. The gateway takes the same out of the built page. */
export const Offered = ({ what, children }: { what: Offer; children: ReactNode }) =>
  isOffered(what) && <span data-offer={what}>{children}</span>
